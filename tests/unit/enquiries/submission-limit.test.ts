import { describe, expect, test } from 'vitest'
import { createSubmissionLimit } from '../../../server/enquiries/submission-limit.ts'

const hourMs = 60 * 60 * 1000

function open() {
  let time = 0
  const limit = createSubmissionLimit(() => time)
  /** How many of these are taken. */
  const count = (clients: (string | null)[]) =>
    clients.filter((client) => limit.spend(client)).length
  return { ...limit, count, pass: (ms: number) => (time += ms) }
}

/** The /64 networks of an IPv6 /56 or /48, and the addresses of an IPv4 /24, as clients. */
const of56 = (at = 0) => times(256, (each) => `2a02:1:${at}:${(0x1200 + each).toString(16)}`)
const of48 = (at = 0) => times(1_024, (each) => `2a02:1:${at}:${(each * 64).toString(16)}`)
const of24 = (at = 0) => times(256, (each) => `203.0.${at}.${each}`)
const times = <T>(length: number, of: (at: number) => T) =>
  Array.from({ length }, (_, at) => of(at))

describe('enquiries', () => {
  test('V37: of one client, of one /56, of one /48 and of one /24 are limited', () => {
    expect(open().count(times(100, () => '203.0.113.7'))).toBe(10)
    expect(open().count(of56())).toBe(30)
    expect(open().count(of48())).toBe(60)
    expect(open().count(of24())).toBe(60)
  })

  test('V37: of a few networks leave room for visitors that have sent nothing', () => {
    const { count } = open()
    const flood = times(8, (at) => [...of48(at), ...of24(at)]).flat()
    expect(count(flood)).toBeLessThan(300)
    // A visitor's whole network may be refused only where each of very many networks sends.
    expect(count(times(20, (at) => `198.51.${at}.1`))).toBe(20)
  })

  test('V37: of clients that are not known are limited together', () => {
    const { count, pass } = open()
    expect(count(times(1_000, () => null))).toBe(200)
    pass(60_000)
    expect(count(times(1_000, () => null))).toBe(60)
  })

  test('one that all together are refused costs its client nothing', () => {
    const { count, spend, pass } = open()
    expect(count(times(1_000, () => null))).toBe(200)
    // Its network has sent something, so it has no share of the reserve.
    expect(times(3, () => spend('203.0.113.7'))).toEqual([true, false, false])
    pass(10_000)
    expect(count(times(20, () => '203.0.113.7'))).toBe(9)
  })
})

describe('V38: confirmations', () => {
  const spellings = [
    ...['a.b@x.example', 'A.B@X.example', 'ab@x.example', 'a.b+0@x.example', 'a.b+1@x.example'],
    ...['a.b+c+d@x.example', '.a.b@x.example', 'not an address', ''],
  ]

  test('to one mailbox are two an hour, however its address is written', () => {
    const { spendConfirmation, pass } = open()
    const confirmed = () =>
      spellings.filter((address, at) => spendConfirmation(`203.0.${at}.1`, address)).length
    expect(confirmed()).toBe(2)
    pass(hourMs)
    expect(confirmed()).toBe(2)
  })

  test('because of one client, its networks and all are limited', () => {
    const confirmed = (clients: (string | null)[]) => {
      const { spendConfirmation } = open()
      return clients.filter((client, at) => spendConfirmation(client, `a@x${at}.example`)).length
    }
    expect(confirmed(times(100, () => '203.0.113.7'))).toBe(5)
    expect(confirmed(of56())).toBe(8)
    expect(confirmed(of48())).toBe(15)
    expect(confirmed(of24())).toBe(15)
    expect(confirmed(times(200, () => null))).toBe(60)
  })

  test('because of a few networks leave some for visitors that have sent nothing', () => {
    const { spendConfirmation } = open()
    times(8, of48)
      .flat()
      .forEach((network, at) => spendConfirmation(network, `a${at}@flood.example`))
    const others = times(5, (at) => spendConfirmation(`198.51.${at}.1`, `b@x${at}.example`))
    expect(others).toEqual(Array(5).fill(true))
  })
})
