/** Characters that a system forbids in names, or that hide a name's end; and what begins or ends no name. */
const forbidden = /[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*\s]+/gu
const atEnds = /^[\s.~-]+|[\s.]+$/gu

/** Names of devices in Windows, with any ending. */
const device = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/** Max. length of a part of a name, in bytes of UTF-8: file systems take 255 for the whole. */
const maxPart = 80

/**
 * Makes names of files that every system can store, each once, however it compares letters.
 * @returns joins the parts of a name, which may be any text, and its ending, such as ".pdf"
 */
export function createNames() {
  const taken = new Set<string>()
  return (parts: string[], ending: string) => {
    const joined = parts.map(partOf).filter(Boolean).join(' - ') || '_'
    const base = device.test(joined + ending) ? `_${joined}` : joined
    for (let nth = 1; ; nth++) {
      const name = `${base}${nth > 1 ? ` (${nth})` : ''}${ending}`
      const key = name.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

function partOf(text: string) {
  const whole = text.normalize('NFC').replace(forbidden, ' ').replace(atEnds, '')
  const bytes = Buffer.from(whole)
  if (bytes.length <= maxPart) return whole
  // A letter that was cut in two is a sign of its own.
  const start = bytes
    .subarray(0, maxPart)
    .toString()
    .replace(/\ufffd+$/, '')
  // Half a word may be another one; a name of one word has no other place to end.
  const words = whole[start.length] === ' ' ? start : start.replace(/ [^ ]*$/, '')
  return words.replace(atEnds, '')
}
