const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

interface JsonBounds {
  /** Nesting depth of lists and objects. */
  depth: number
  /** Values in all that remains. */
  values: number
  /** Entries of the outermost list. */
  items: number
  /** Entries of any other list. */
  entries: number
}

/**
 * Cuts the lists of a JSON text, in one pass over its bytes, so that parsing it takes bounded
 * memory. Broken JSON stays broken, unless the broken part is cut away.
 * @param json in UTF-8, where no byte of a multi-byte character equals one of these
 * @returns the same bytes if nothing is cut; 'too much depth' or 'too many values' for JSON that
 * must not be parsed
 */
export function trimJson(
  json: Uint8Array,
  bounds: JsonBounds,
): Uint8Array | 'too much depth' | 'too many values' {
  const parts: Uint8Array[] = []
  const isList = new Uint8Array(bounds.depth + 1)
  const commas = new Uint32Array(bounds.depth + 1)
  let partStart = 0
  let depth = 0
  let values = 0
  /** Depth of the list that is being cut; 0 for none. */
  let cutAt = 0

  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at = endOfString(json, at + 1)
    } else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > bounds.depth) return 'too much depth'
      isList[depth] = byte === openList ? 1 : 0
      commas[depth] = 0
      if (cutAt === 0) values += 1
    } else if (byte === closeList || byte === closeObject) {
      if (depth === cutAt && cutAt > 0) {
        cutAt = 0
        partStart = at
      }
      depth -= 1
      if (depth < 0) return json
    } else if (byte === comma && cutAt === 0) {
      values += 1
      const count = (commas[depth] ?? 0) + 1
      commas[depth] = count
      if (isList[depth] === 1 && count >= (depth === 1 ? bounds.items : bounds.entries)) {
        parts.push(json.subarray(partStart, at))
        cutAt = depth
      }
    }
    if (values > bounds.values) return 'too many values'
  }
  if (parts.length === 0) return json
  if (cutAt === 0) parts.push(json.subarray(partStart))
  return Buffer.concat(parts)
}

/** For texts up to this many bytes, a loop is faster than indexOf. */
const shortString = 32

/** @returns the position of the closing quote, or the end of the JSON */
function endOfString(json: Uint8Array, start: number) {
  let at = start
  const shortEnd = Math.min(json.length, start + shortString)
  while (at < shortEnd && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  if (at < shortEnd) return at
  for (;;) {
    const end = json.indexOf(quote, at)
    if (end < 0) return json.length
    // An even number of backslashes does not escape the quote.
    let before = end
    while (before > at && json[before - 1] === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
    at = end + 1
  }
}
