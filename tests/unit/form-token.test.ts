import { expect, test } from 'vitest'
import { issueFormToken, readFormToken } from '../../server/enquiries/enquiry.ts'
import { issueToken } from '../../server/http/security/anti-forgery.ts'

const secret = 'a-secret-of-the-tests'
const made = Date.UTC(2026, 10, 23)

test('a form’s token says which form it is, and whether it was sent very soon or very late', () => {
  const token = issueFormToken(secret, made)
  const ageAfter = (ms: number) => readFormToken(token, secret, made + ms)?.age
  expect([0, 1_999, 2_000, 86_400_000, 86_400_001].map(ageAfter)).toEqual([
    ...['early', 'early', 'valid', 'valid', 'late'],
  ])
  const other = issueFormToken(secret, made)
  const formOf = (text: string) => readFormToken(text, secret)?.form
  expect(formOf(token)).toMatch(/^[\w-]{16}$/)
  expect(formOf(token)).not.toBe(formOf(other))
})

test('a token that this site did not sign, or signed for something else, is none', () => {
  const token = issueFormToken(secret, made)
  for (const text of ['', '.', 'form.1.x', `${token}x`, token.replace('form', 'from')]) {
    expect(readFormToken(text, secret)).toBeNull()
  }
  expect(readFormToken(token, 'another-secret-1')).toBeNull()
  expect(readFormToken(issueToken(secret), secret)).toBeNull()
})
