import sharp from 'sharp'
import { colour } from './pen.ts'

/** Lays pictures of any size out on one sheet, in rows, to be looked at together. */
export async function makeContactSheet(pictures: readonly Buffer[]): Promise<Buffer> {
  const [columns, width, height, gap] = [8, 400, 300, 6]
  const rows = Math.ceil(pictures.length / columns)
  const tiles = await Promise.all(
    pictures.map(async (picture, index) => ({
      input: await sharp(picture)
        .resize(width, height, { fit: 'contain', background: colour.paper })
        .png()
        .toBuffer(),
      left: gap + (index % columns) * (width + gap),
      top: gap + Math.floor(index / columns) * (height + gap),
    })),
  )
  return sharp({
    create: {
      width: gap + columns * (width + gap),
      height: gap + rows * (height + gap),
      channels: 3,
      background: colour.grey,
    },
  })
    .composite(tiles)
    .png({ compressionLevel: 9 })
    .toBuffer()
}
