import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** The part of a maskable icon that launchers never crop, relative to its width. */
const safeShare = 0.8

/**
 * Writes a brand's icons/ from its icon.svg: a square picture with its background.
 * @param folder of the brand
 */
export async function makeIcons(folder: string) {
  const source = path.join(folder, 'icon.svg')
  if (!existsSync(source))
    throw new Error(`${source} is missing: draw a square icon, with its background`)
  const icon = readFileSync(source)
  const icons = path.join(folder, 'icons')
  rmSync(icons, { recursive: true, force: true })
  mkdirSync(icons)
  const write = (file: string, content: Buffer) => writeFileSync(path.join(icons, file), content)

  copyFileSync(source, path.join(icons, 'icon.svg'))
  write('apple-touch-icon.png', await pngOf(icon, 180))
  write('icon-192.png', await pngOf(icon, 192))
  write('icon-512.png', await pngOf(icon, 512))
  write('icon-maskable-512.png', await maskable(icon, 512))
  const sizes = [16, 32]
  write('favicon.ico', icoOf(await Promise.all(sizes.map((size) => pngOf(icon, size))), sizes))
}

async function raster(icon: Buffer, size: number) {
  const { height } = await sharp(icon).metadata()
  return sharp(icon, { density: (72 * size) / height }).resize(size, size)
}

async function pngOf(icon: Buffer, size: number) {
  return (await raster(icon, size)).png({ palette: true, compressionLevel: 9 }).toBuffer()
}

/** The icon within the part that is never cropped, on the colour of its corner. */
async function maskable(icon: Buffer, size: number) {
  const inner = Math.round(size * safeShare)
  const input = await (await raster(icon, inner)).png().toBuffer()
  const [r = 0, g = 0, b = 0] = await sharp(input).removeAlpha().raw().toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: { r, g, b } } })
    .composite([{ input }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** An ICO is a directory of images, which may be PNGs. */
function icoOf(pictures: Buffer[], sizes: number[]) {
  const [headBytes, entryBytes] = [6, 16]
  const head = Buffer.alloc(headBytes + entryBytes * pictures.length)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(pictures.length, 4)
  let start = head.length
  for (const [at, picture] of pictures.entries()) {
    const entry = headBytes + entryBytes * at
    head.writeUInt8(sizes[at] ?? 0, entry)
    head.writeUInt8(sizes[at] ?? 0, entry + 1)
    head.writeUInt16LE(1, entry + 4) // colour planes
    head.writeUInt16LE(32, entry + 6) // bits per pixel
    head.writeUInt32LE(picture.length, entry + 8)
    head.writeUInt32LE(start, entry + 12)
    start += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
