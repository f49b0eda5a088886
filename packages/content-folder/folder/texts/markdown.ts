import { Marked, Tokenizer } from 'marked'

/**
 * Converts a text as people write it: GitHub's Markdown with line breaks kept, except that multiplication, ranges, addresses
 * in Arabic sentences and pasted lists are read as they were meant (docs/content.md).
 * @returns HTML; raw HTML in the text is escaped
 */
export function htmlOfMarkdown(text: string): string {
  return markdown.parse(withPlainLineStarts(text), { async: false, tokenizer: new TextTokenizer() })
}

// Raw HTML in a text is escaped, and a line break stays one: a text may be plain.
const markdown = new Marked({
  gfm: true,
  breaks: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
})

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/**
 * Matches stars that multiply: between numbers (4*16, 2*(3+1)), also with units (60cm*60cm, M8*25), and between
 * dimensions (W*H*D).
 */
const multiplication =
  /(?<=\p{N}[)\]}%٪°'"′″”\p{Cf}]{0,3}|\p{N} ?[\p{L}\p{M}]{1,4})\*+(?=[([{+\-−±.,٫Øø⌀√\p{Cf}]{0,3}\p{N})|(?<=(?<![\p{L}\p{N}])[A-Z])\*(?=[A-Z](?![\p{L}\p{N}]))/gu

/**
 * Matches punctuation at the end of an emphasis that a letter follows: **ملاحظة:**نص. Arabic joins words to what is before
 * them, and CommonMark would see another start there.
 */
const closingPunctuation = /[\p{Pe}\p{Pf}:.,;!?،؛؟…%٪](?=\*{1,3}[\p{L}\p{N}\p{Cf}])/gu

/** Matches bold type that begins with a quote or bracket, as in و**«نص»**. */
const quotedStart = /^\*{2,3}[\p{Ps}\p{Pi}"'`]/u

/** Max. characters searched in vain for ends of emphasis in one text, since each start searches the whole rest. */
const maxSearched = 5_000_000

/** Max. lists, quotes and emphases within each other, since each needs room on the call stack. */
const maxDepth = 50

/**
 * The part of an address that belongs to it: up to Arabic punctuation, quotes, direction marks, or a bracket without its
 * counterpart.
 */
const ownAddress =
  /^(?:[^\s[\]{}،؛؟۔…«»‹›“”„‘’﴾﴿\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|\[[^\s[\]{}]*\]|\{[^\s[\]{}]*\})*/u

/** Finds the marks within one text. */
class TextTokenizer extends Tokenizer {
  /** Texts of the parser by themselves, with the stars that are no marks replaced. */
  readonly #masked = new Map<string, string>()
  #left = maxSearched
  #depth = 0

  override blockquote(src: string) {
    return this.#nested(() => super.blockquote(src))
  }

  override list(src: string) {
    return this.#nested(() => super.list(src))
  }

  override emStrong(src: string, maskedSrc: string, prevChar = '') {
    if (this.#left <= 0 || (src[0] !== '*' && src[0] !== '_')) return undefined
    const masked = this.#maskedOf(maskedSrc)
    const isMultiplication = masked.at(-src.length) !== maskedSrc.at(-src.length)
    // Nobody begins an emphasis within 2*RJ45.
    const isFactor = /^\*[^*]/.test(src) && /\p{N}/u.test(prevChar)
    if (isMultiplication || isFactor) return undefined
    const before = quotedStart.test(src) ? '' : prevChar
    const found = this.#nested(() => super.emStrong(src, masked, before))
    if (!found) this.#left -= src.length
    return found
  }

  /** Strikes out what is between ~~: a single ~ is a range. */
  override del(src: string) {
    return src.startsWith('~~') ? this.#nested(() => super.del(src)) : undefined
  }

  override inlineText(src: string) {
    // The parser would search for the end of an e-mail address after each sign of a rule drawn within a line.
    const rule = /^(?:\*{9,}|_{9,})/.exec(src)?.[0]
    if (rule === undefined) return super.inlineText(src)
    return { type: 'text' as const, raw: rule, text: rule, escaped: false }
  }

  override url(src: string) {
    const found = super.url(src)
    const own = found && ownAddress.exec(found.raw)?.[0]
    return own === found?.raw ? found : super.url(own ?? '')
  }

  /** Reads what is within marks that are not nested too deep. */
  #nested<T>(read: () => T): T | undefined {
    if (this.#depth >= maxDepth) return undefined
    this.#depth += 1
    const token = read()
    this.#depth -= 1
    return token
  }

  #maskedOf(text: string) {
    const known = this.#masked.get(text)
    if (known !== undefined) return known
    const masked = text
      .replace(multiplication, (stars) => 'a'.repeat(stars.length))
      .replace(closingPunctuation, 'a')
    this.#masked.set(text, masked)
    return masked
  }
}

/** Direction marks and other characters without width, and no-break spaces: pasted lines begin with them. */
const marks = String.raw`\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff`
const noBreakSpaces = String.raw`\u00a0\u2007\u202f`
const pasted = new RegExp(`[${marks}${noBreakSpaces}]`, 'gu')
/** Matches a bullet of Word's second level. */
const wordBullet = /^([ \t]*)o(?=\t)/mu
const space = String.raw`[ \t${marks}${noBreakSpaces}]`

/** Matches the signs of quotes at the start of a line. */
const quoteSigns = new RegExp(`^(?:${space}*>)*`, 'u')

/** Matches what is before another block's sign, the sign, and the spaces after it; or a line without anything. */
const blockSign = new RegExp(
  [
    `^(${space}*)`,
    `((?:[-*+–—ـ]|\\d{1,9}[.)])(?=[${marks}]*[ \\t${noBreakSpaces}])|#{1,6}(?=[${marks}]*[ \\t${noBreakSpaces}])`,
    '|\\(?[٠-٩۰-۹]{1,2} ?[.)–-]|[|•●○◦▪▫■‣·]|`{3,}|~{3,}|(?:[-*_=][ \\t]*){3,}$|:?-+:?[ \\t]*(?=\\|)|$)',
    `(${space}*)`,
  ].join(''),
  'u',
)

/** Matches the start of fenced code, also in an item. */
const fenceStart = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/u
const fenceEnd = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/u

/** Drops characters that are not seen before the sign of a block, except in fenced code. */
function withPlainLineStarts(text: string) {
  if (text.search(pasted) < 0 && !wordBullet.test(text)) return text
  let fence: string | undefined
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const plain = withPlainStart(line)
    if (fence === undefined) {
      fence = fenceStart.exec(plain)?.[1]
      return plain
    }
    const isEnd = fenceEnd.exec(plain)?.[1]?.startsWith(fence) ?? false
    if (isEnd) fence = undefined
    return isEnd ? plain : line
  })
  return lines.join('\n')
}

function withPlainStart(line: string) {
  const [quotes = ''] = quoteSigns.exec(line) ?? []
  const rest = line.slice(quotes.length)
  const [whole = '', before = '', sign = '', after = ''] = blockSign.exec(rest) ?? []
  const start = plain(quotes) + plain(before) + sign + spaces(after)
  return start + rest.slice(whole.length).replace(wordBullet, '$1•')
}

/** Drops characters that are not seen before a sign. */
function plain(start: string) {
  return start.replace(pasted, '')
}

/** Drops characters that are not seen after a sign, and makes spaces plain. */
function spaces(after: string) {
  return plain(after.replace(new RegExp(`[${noBreakSpaces}]`, 'gu'), ' '))
}
