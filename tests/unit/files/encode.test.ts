import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  decodingCost,
  encodeAvif,
  encodeWebp,
  measure,
} from '../../../server/files/pictures/encode.ts'
import { giantPng, giantWebp } from '../../support/hostile-pictures.ts'
import { isWholeRun } from '../../support/test-size.ts'

const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
const scene = sharp({ create: { width: 600, height: 400, channels: 3, background: '#27a', noise } })
const jpeg = await scene.clone().jpeg().toBuffer()
const progressive = await scene.clone().jpeg({ progressive: true }).toBuffer()
const png = await scene.clone().png().toBuffer()

/** The start of the image's data: marker, length, number of components, two bytes for each, three parameters. */
const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
const parameters = scan + 5 + 2 * (jpeg[scan + 4] ?? 0)

function changed(bytes: Buffer, at: number, ...values: number[]) {
  const copy = Buffer.from(bytes)
  values.forEach((value, index) => (copy[at + index] = value))
  return copy
}

const junk = Buffer.from([0x00, 0x12, 0x34, 0x00])

/** Each is drawn by browsers, in part where a part is missing. */
const damaged: [what: string, bytes: Buffer][] = [
  ['a scan that begins at another coefficient, as phones write it', changed(jpeg, parameters, 1)],
  ['a scan that ends at another coefficient', changed(jpeg, parameters + 1, 0)],
  ['a scan with approximation bits', changed(jpeg, parameters + 2, 0x11)],
  ['a scan without parameters', changed(jpeg, parameters, 0, 0, 0)],
  ['no end', jpeg.subarray(0, -2)],
  ['its last tenth missing', jpeg.subarray(0, jpeg.length * 0.9)],
  ['half of it missing', jpeg.subarray(0, jpeg.length / 2)],
  ['a third of a progressive one missing', progressive.subarray(0, progressive.length * 0.7)],
  ['bytes before a marker', Buffer.concat([jpeg.subarray(0, scan), junk, jpeg.subarray(scan)])],
  ['bytes behind its end, as of a film', Buffer.concat([jpeg, Buffer.alloc(20_000, 7)])],
  ['a wrong code near its end', changed(jpeg, jpeg.length - 300, ...Array<number>(99).fill(0xfe))],
  ['a PNG whose checksum is wrong', changed(png, png.length - 20, 0)],
  ['a PNG whose last tenth is missing', png.subarray(0, png.length * 0.9)],
]

test.each(damaged)('a picture with %s is drawn', async (_, bytes) => {
  expect(await measure(bytes)).toEqual({ width: 600, height: 400 })
  const { width, height } = await sharp(await encodeWebp(bytes, 160)).metadata()
  expect([width, height]).toEqual([160, 107])
})

test.each([
  ['a JPEG that is only a header', jpeg.subarray(0, 40)],
  ['a JPEG that is something else', Buffer.from('\xff\xd8\xffhello', 'latin1')],
  ['a PNG that is only a header', png.subarray(0, 60)],
])('%s is refused', async (_, bytes) => {
  await expect(measure(bytes).then(() => encodeWebp(bytes, 160))).rejects.toThrow()
})

function flat(width: number, height: number) {
  return sharp({
    create: { width, height, channels: 3, background: '#27a' },
    limitInputPixels: false,
  })
}

describe('F47: the size that a picture may have depends on what decoding it takes', () => {
  test.runIf(isWholeRun)('a photograph of 50 million pixels, taken upright, is shown', async () => {
    const photo = await flat(8_160, 6_120).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await measure(photo)).toEqual({ width: 6_120, height: 8_160 })
    for (const encode of [encodeWebp, encodeAvif]) {
      const { width, height } = await sharp(await encode(photo, 480)).metadata()
      expect([width, height]).toEqual([480, 640])
    }
  })

  test('a scan of A3 at 600 dpi is shown, progressive too', async () => {
    const scanned = await flat(7_016, 9_921).jpeg({ progressive: true }).toBuffer()
    const { width, height } = await sharp(await encodeWebp(scanned, 800)).metadata()
    expect([width, height]).toEqual([800, 1131])
  })

  test.each([
    ['a PNG of 400 million pixels', giantPng],
    ['a lossless WebP of 268 million', giantWebp],
  ])('%s is refused', async (_, bytes) => {
    await expect(measure(bytes)).rejects.toThrow(/pixel limit/)
  })

  const photo = {
    format: 'jpeg',
    width: 8_160,
    height: 6_120,
    channels: 3,
    depth: 'uchar',
    isProgressive: false,
  } as const
  const colours = { chromaSubsampling: '4:2:0' } as const
  test.each([
    ['line by line', photo, 0],
    [
      'coefficients at half the resolution of colour',
      { ...photo, ...colours, isProgressive: true },
      150,
    ],
    ['coefficients at full resolution', { ...photo, isProgressive: true }, 300],
    ['turned, after it was made smaller', { ...photo, orientation: 6 }, 10],
    ['whole', { ...photo, format: 'webp' }, 200],
    ['whole, in several copies', { ...photo, format: 'heif' }, 999],
  ] as const)('decoded %s', (_, head, megabytes) => {
    expect(Math.round(decodingCost(head, 1_600) / 1e6)).toBe(megabytes)
  })
})
