import { isReadable } from '../characters.ts'

/**
 * A part of a text, and its link target. The parts together are the whole text, and the first one
 * is a link if any is.
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

/**
 * Splits a text at its links. Text before the first link, such as "Tel:", becomes part of it, and
 * so do closing characters, and brackets and spaces after the last one.
 * @param links in order
 * @returns no part for a text without letters or digits
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

/** Closing characters of a bracketed link: "Sales <sales@x.example>, …". */
export const closing = /[>»”"']*/y
