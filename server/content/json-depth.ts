const quote = 0x22
const backslash = 0x5c

/**
 * Whether lists and objects stand inside one another deeper than that. Of JSON that is broken it may
 * say either, but it always ends, and never has more than one number to remember.
 * @param json in UTF-8, in which no byte of another character looks like one of these
 */
export function isDeeperThan(depth: number, json: Uint8Array) {
  let open = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === quote) {
      at += 1
      while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
    } else if (byte === 0x5b || byte === 0x7b) {
      open += 1
      if (open > depth) return true
    } else if (byte === 0x5d || byte === 0x7d) open -= 1
  }
  return false
}
