/** Max. size of a brand's picture, bytes. */
const maxBytes = 500_000

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const icoSignature = Buffer.from('00000100', 'hex')

const number = '\\d*\\.?\\d+'
const separator = '[\\s,]+'
/** The size is in the last two groups. */
const viewBox = new RegExp(
  `^<svg[^>]*\\sviewBox=["']\\s*-?${number}${separator}-?${number}${separator}(${number})${separator}(${number})\\s*["']`,
)

/**
 * Checks a picture of a brand without decoding it.
 * @param type its media type
 * @returns what is wrong with it, or null
 */
export function pictureProblem(bytes: Buffer, type: string): string | null {
  if (bytes.length > maxBytes) return `is larger than ${maxBytes / 1000} kB`
  if (type === 'image/png') return bytes.subarray(0, 8).equals(pngSignature) ? null : 'is not a PNG'
  if (type === 'image/x-icon')
    return bytes.subarray(0, 4).equals(icoSignature) ? null : 'is not an ICO'
  return svgProblem(bytes)
}

/** The size of an SVG in its own units: that of its viewBox. @returns null without one */
export function sizeOfSvg(bytes: Buffer) {
  const [, width, height] = viewBox.exec(markupOf(bytes)) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

function markupOf(svg: Buffer) {
  const unread = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<!DOCTYPE[^>]*>/g
  return svg.toString('utf8').replace(unread, '').trim()
}

/** Scripts would not run in an image, and files of other sites would not load. */
function svgProblem(bytes: Buffer) {
  const markup = markupOf(bytes)
  if (!/^<svg[\s>]/.test(markup)) return 'is not an SVG: it must start with <svg'
  if (!sizeOfSvg(bytes)) return 'has no viewBox of four numbers'
  if (/<script|\son\w+=|javascript:/i.test(markup)) return 'contains a script'
  if (/(?:href=["']|url\(["']?|@import)\s*(?!["']?#|data:image\/)\S/i.test(markup)) {
    return 'loads another file: embed it'
  }
  return isBalanced(markup) ? null : 'is not well-formed: an element is not closed'
}

function isBalanced(markup: string) {
  const open: string[] = []
  for (const [, slash, name = '', selfClosing] of markup.matchAll(
    /<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/g,
  )) {
    if (slash && open.pop() !== name) return false
    if (!slash && !selfClosing) open.push(name)
  }
  return open.length === 0
}
