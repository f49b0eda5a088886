const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openList, closeList] = [0x5b, 0x5d]
const [openObject, closeObject] = [0x7b, 0x7d]

interface JsonBounds {
  /** Lists and objects inside one another. */
  depth: number
  /** All that is left of it has no more values than that. */
  values: number
  /** Of the outermost list. */
  items: number
  /** Of any other list. */
  entries: number
}

/**
 * JSON with its lists cut to so many entries, found by looking at each byte once. Parsing it then
 * takes no more memory than its values do. Broken JSON stays broken, unless in what is cut away.
 * @param json in UTF-8, in which no byte of another character looks like one of these
 * @returns the same bytes where nothing is cut; 'too much depth' or 'too many values' for what should not be parsed
 */
export function trimJson(
  json: Uint8Array,
  bounds: JsonBounds,
): Uint8Array | 'too much depth' | 'too many values' {
  const kept: Uint8Array[] = []
  const isList = new Uint8Array(bounds.depth + 1)
  const commas = new Uint32Array(bounds.depth + 1)
  let keptFrom = 0
  let depth = 0
  let values = 0
  /** The depth of the list whose rest is left out; 0 for none. */
  let cutAt = 0

  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at = endOfText(json, at + 1)
    } else if (byte === openList || byte === openObject) {
      depth += 1
      if (depth > bounds.depth) return 'too much depth'
      isList[depth] = byte === openList ? 1 : 0
      commas[depth] = 0
      if (cutAt === 0) values += 1
    } else if (byte === closeList || byte === closeObject) {
      if (depth === cutAt && cutAt > 0) {
        cutAt = 0
        keptFrom = at
      }
      depth -= 1
      if (depth < 0) return json
    } else if (byte === comma && cutAt === 0) {
      values += 1
      const count = (commas[depth] ?? 0) + 1
      commas[depth] = count
      if (isList[depth] === 1 && count >= (depth === 1 ? bounds.items : bounds.entries)) {
        kept.push(json.subarray(keptFrom, at))
        cutAt = depth
      }
    }
    if (values > bounds.values) return 'too many values'
  }
  if (kept.length === 0) return json
  if (cutAt === 0) kept.push(json.subarray(keptFrom))
  return Buffer.concat(kept)
}

/** Up to so many bytes, looking at each is quicker than having them searched. */
const shortText = 32

/** @returns where the quote stands that ends the text, or the end of the JSON */
function endOfText(json: Uint8Array, start: number) {
  let at = start
  const shortEnd = Math.min(json.length, start + shortText)
  while (at < shortEnd && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  if (at < shortEnd) return at
  for (;;) {
    const end = json.indexOf(quote, at)
    if (end < 0) return json.length
    // Two backslashes are one that escapes nothing.
    let before = end
    while (before > at && json[before - 1] === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
    at = end + 1
  }
}
