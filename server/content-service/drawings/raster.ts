import sharp from 'sharp'
import { colour } from './pen.ts'

type Rgb = readonly [red: number, green: number, blue: number]

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function mix(a: string, b: string, share: number): Rgb {
  const [from, to] = [rgb(a), rgb(b)]
  const at = (index: 0 | 1 | 2): number =>
    Math.round(from[index] + (to[index] - from[index]) * share)
  return [at(0), at(1), at(2)]
}

/**
 * Sixteen colours fit four bits a pixel: the pen's own, and the steps that smooth their edges.
 * A fixed palette keeps the paper the same in every picture and the bytes the same everywhere.
 */
const palette: readonly Rgb[] = [
  ...Object.values(colour)
    .filter((value) => value !== colour.none)
    .map(rgb),
  mix(colour.paper, colour.ink, 0.6),
  mix(colour.paper, colour.copper, 0.65),
  mix(colour.copper, colour.ink, 0.5),
]

function nearest(red: number, green: number, blue: number): Rgb {
  let best: Rgb = [red, green, blue]
  let least = Infinity
  for (const entry of palette) {
    const distance = (entry[0] - red) ** 2 + (entry[1] - green) ** 2 + (entry[2] - blue) ** 2
    if (distance < least) [best, least] = [entry, distance]
  }
  return best
}

/** Renders a sheet to a small PNG: fixed palette, no metadata, the same bytes every time. */
export async function toPng(svg: string): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const known = new Map<number, Rgb>()
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
    const key = (red << 16) | (green << 8) | blue
    let entry = known.get(key)
    if (!entry) {
      entry = nearest(red, green, blue)
      known.set(key, entry)
    }
    data[at] = entry[0]
    data[at + 1] = entry[1]
    data[at + 2] = entry[2]
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ palette: true, colours: 16, compressionLevel: 9, effort: 10, dither: 0 })
    .toBuffer()
}
