import { createHmac } from 'node:crypto'
import { withLatinDigits } from '../text/latin-digits.ts'

/**
 * People read references out on the phone and copy them by hand, so of symbols that look alike only one
 * is used, or none: no 0 O Q, no 1 I L, no S (5), no Z (2), no G (6), no B (8).
 */
const alphabet = 'ACDEFHJKMNPRTUVWXY23456789'
const base = alphabet.length

/** 26^7 is 8 billion: with 10,000 enquiries remembered, one in 800,000 new ones meets a taken reference. */
const symbols = 7

/** Spaces, dashes of any kind and direction marks, as they come from other programs. */
const separators = /[\s\p{Pd}\u2212\u200e\u200f\u061c\u2066-\u2069]/gu

/** No spelling of a reference is longer. */
const maxLength = 40

/**
 * The reference of an enquiry, such as `K7M2-9XCA`. It follows from the form alone, so that a form sent twice
 * has one reference even if one of the two could not be stored.
 * @param form its id
 * @param secret the site's
 */
export function referenceOf(form: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`enquiry reference\n${form}`).digest()
  // Of 64 bits, so that no symbol is noticeably more frequent.
  let rest = digest.readBigUInt64BE(0)
  let text = ''
  for (let at = 0; at < symbols; at += 1) {
    text += alphabet.charAt(Number(rest % BigInt(base)))
    rest /= BigInt(base)
  }
  return format(text + checkSymbolOf(text))
}

/**
 * Reads a reference as people type it: in lower case, without the hyphen, with spaces or with Arabic digits.
 * @returns the reference as it was issued; null if it is none, or a symbol is wrong
 */
export function parseReference(text: string): string | null {
  if (text.length > maxLength) return null
  const plain = withLatinDigits(text.normalize('NFKC')).replace(separators, '').toUpperCase()
  const isComplete = plain.length === symbols + 1
  if (!isComplete || [...plain].some((symbol) => !alphabet.includes(symbol))) return null
  const written = plain.slice(0, symbols)
  return plain === written + checkSymbolOf(written) ? format(plain) : null
}

/**
 * The Luhn algorithm modulo 26: finds every single wrong symbol, and two swapped neighbours unless they are
 * the first and the last of the alphabet.
 */
function checkSymbolOf(text: string) {
  let sum = 0
  for (const [at, symbol] of [...text].reverse().entries()) {
    const product = alphabet.indexOf(symbol) * (at % 2 === 0 ? 2 : 1)
    sum += Math.floor(product / base) + (product % base)
  }
  return alphabet.charAt((base - (sum % base)) % base)
}

function format(plain: string) {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}
