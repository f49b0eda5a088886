import { isReadable } from '../plain-characters.ts'

/**
 * A part of a text as it was written, and where it leads. The parts of a text together are the whole text, and the
 * first one is a link if any is.
 */
export interface TextPart {
  text: string
  href?: string
}

/** A link found in a text: the characters from `start` to `end`. */
export interface FoundLink {
  start: number
  end: number
  href: string
}

/** Closes what was opened before a link: "Sales <sales@x.example>, …". */
const closing = /[>»”"']*/y

/**
 * Divides a text at its links. What stands before the first one, such as "Tel:", belongs to it, and so do
 * closing signs, and brackets and spaces after the last one.
 * @param links in order
 * @returns no part for a text without anything to read
 */
export function linkedText(text: string, links: FoundLink[]): TextPart[] {
  if (!isReadable(text)) return []
  const parts: TextPart[] = []
  let at = 0
  for (const { start, end, href } of links) {
    if (parts.length > 0 && start > at) parts.push({ text: text.slice(at, start) })
    closing.lastIndex = end
    const from = parts.length > 0 ? start : 0
    at = end + (closing.exec(text)?.[0].length ?? 0)
    parts.push({ text: text.slice(from, at), href })
  }
  const rest = text.slice(at)
  const last = parts.at(-1)
  if (last && !isReadable(rest)) last.text += rest
  else parts.push({ text: rest })
  return parts
}

/** Where the parts of a text lead, each address once. */
export function hrefsOf(parts: readonly TextPart[]) {
  return [...new Set(parts.flatMap(({ href }) => href ?? []))]
}
