/** A text with the digits 0 to 9 in place of Arabic, Persian and full-width ones. */
export function withLatinDigits(text: string) {
  return text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  )
}
