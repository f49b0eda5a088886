import { expect, test } from 'vitest'
import { createAuthorityCheck } from '@site/runtime/requests'
import { isRepeated } from '../../../../server/http/headers.ts'

const loopback = ['localhost', 'LOCALHOST:1', '127.0.0.1:3000', '127.9.9.9', '[::1]', '[::1]:80']
const broken = ['', ' ', 'a b', 'a@b', 'a:b@c', 'a/b', 'a:', 'a:999999', '[::1', 'a,b', 'é', 'a\\b']
const foreign = [
  ...['evil.example', 'tayyar.example.', 'tayyar.example:8443', 'www.tayyar.example', '128.0.0.1'],
  ...['127.0.0.1.evil.example', 'localhost.evil.example', '127.0.0.256', '[::2]', '0.0.0.0'],
]

test('V12 with PUBLIC_URL only its own host and loopback hosts are valid', () => {
  const faultOf = createAuthorityCheck('https://tayyar.example')
  for (const host of ['tayyar.example', 'TAYYAR.example', 'tayyar.example:443', ...loopback]) {
    expect(faultOf(host), host).toBeNull()
    expect(faultOf(host), `${host} again`).toBeNull()
  }
  for (const host of foreign) expect(faultOf(host), host).toBe(421)
  for (const host of broken) expect(faultOf(host), host).toBe(400)
})

test('V12 without PUBLIC_URL every well-formed host is valid', () => {
  const faultOf = createAuthorityCheck(undefined)
  for (const host of [...loopback, ...foreign]) expect(faultOf(host), host).toBeNull()
  for (const host of broken) expect(faultOf(host), host).toBe(400)
})

test('V12 a second Host header is detected in any spelling', () => {
  expect(isRepeated(['Host', 'a', 'Accept', 'host'], 'host')).toBe(false)
  expect(isRepeated(['Host', 'a', 'hOST', 'b'], 'host')).toBe(true)
})
