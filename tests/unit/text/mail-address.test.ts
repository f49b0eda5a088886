import { expect, test } from 'vitest'
import { mailAddressOf } from '@site/arabic-text/linked-text'

const punycode = 'info@xn--ogbpi5d.xn--mgberp4a5d4ar'

test.each([
  ['sales@tayyar.example', 'sales@tayyar.example'],
  ['Sales@Tayyar.COM.sa', 'Sales@Tayyar.COM.sa'],
  ["o'hara+a.b@x-y.example", "o'hara+a.b@x-y.example"],
  ['R&D@x.example', 'R&D@x.example'],
  ['info@شركة.السعودية', punycode],
  [punycode, punycode],
  ['info@müller.de', 'info@xn--mller-kva.de'],
])('mail servers take %j as %s', (written, address) => {
  expect(mailAddressOf(written)).toBe(address)
})

test.each([
  ...['', '@', 'a', 'a@b', '@x.example', 'a@', ' a@x.example', 'a@x.example\n', 'a b@x.example'],
  ...['a@x.example, b@x.example', 'A <a@x.example>', '"a"@x.example', 'a@b@x.example'],
  ...['.a@x.example', 'a..b@x.example', 'a@x..example', 'a@-x.example', 'a@1.2.3.4', 'a@[::1]'],
  ...['a@x.example?', 'a@x.example/b', 'a@x%2eexample.com', 'a@ex_ample.com', 'بريد@x.example'],
  ...[`${'x'.repeat(65)}@x.example`, `x@${'x.'.repeat(130)}example`, 'a\u0000@x.example'],
])('%j is no mail address', (written) => {
  expect(mailAddressOf(written)).toBeNull()
})
