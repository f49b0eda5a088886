import { crc32, deflateSync, gunzipSync } from 'node:zlib'

// Small files that contain, or claim to contain, giant images. Creating them takes little memory.

/** One colour, 8,000 × 5,000 pixels in 1,034 bytes: decoding it would take 800 MB. */
export const giantAvif = gunzipSync(
  Buffer.from(
    'H4sICATAAmsCA2E0MC5hdmlmAGNgYJBJK6ksSCzLTGMAgtzMNEMQOzczEcS/lptaksgAAYoZKTlFUDZDQWZyCQMa4CvI' +
      'LMkFsxiBWCkzJz8ZxHFxAPIZweK/oDQDswCQUM7MzEuDqxcFclKZoLzEMgNDEDMss6CoAEhbZBYk5wNpnsQyQ+dGe7Ay' +
      'kcziglSIcfIODAzCHUCGQEFmRSbYAg4ODiAlllmQC3M/0BHMjUzMQDmJ3JTEEiEGLi77z3b1FnUCAhcyjf6zCosxmFz2' +
      '5WII/rKf9+/vyxdnLd6xXkp0+bwPFcXrpMqEO/417rRTPBby/Z7+plDdQ22Xcg/uz7mU5J8d3cxouH7+7wXr+IOaOwQC' +
      'g08aPorojbz4/27H+Q0GIZP5e1aGHNAIItvQmJ2XD/75dyXByPbGgl06Lqmh1jLFN9afY/J4MOpQaju0jtoOXdUR67DE' +
      'dMea+0sCs//oKJxNuiMxzfjYij1s1wtyFHa6s93I3rBD8tWHTjOhy2JvHjVQ2UsXWfyOeXB+PPV1nXP4nJexW07OVlwv' +
      'Xffi6CGXORHH5Xpr3VLfBHb4h6csuBn1/QEAUC8HlQoEAAA=',
    'base64',
  ),
)

/** The same image in a container that claims 100 × 100. */
export const lyingAvif = withNumbers(giantAvif, giantAvif.indexOf('ispe') + 8, [100, 100])

/** 16,383 × 16,383 pixels in 38 bytes. */
export const giantWebp = (() => {
  const bytes = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvP9/hFAdQmSJXpoCBiOh/AAA=', 'base64')
  // Width - 1 and height - 1 in 14 bits each, then the alpha flag.
  bytes.writeUInt32LE((16_382 | (16_382 << 14) | (1 << 28)) >>> 0, 21)
  return bytes
})()

/** 20,000 × 20,000 pixels according to its header, with only a few rows of data. */
export const giantPng = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  pngChunk(
    'IHDR',
    withNumbers(Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]), 0, [20_000, 20_000]),
  ),
  pngChunk('IDAT', deflateSync(Buffer.alloc(600_000))),
  pngChunk('IEND', Buffer.alloc(0)),
])

/** @param jpeg a baseline JPEG; returned with a header that claims 65,500 × 65,500 */
export function asGiantJpeg(jpeg: Uint8Array) {
  const bytes = Buffer.from(jpeg)
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(65_500, frame + 5)
  bytes.writeUInt16BE(65_500, frame + 7)
  return bytes
}

/** An animation of 6,000 × 6,000 pixels: each decoded frame would take 144 MB. */
export function gifOfFrames(count: number) {
  const screen = Buffer.from([0x70, 0x17, 0x70, 0x17, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  // A delay of a tenth of a second, then one pixel in two-bit codes.
  const control = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const point = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const frame = Buffer.from([...control, ...point])
  const frames = Array.from({ length: count }, () => frame)
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...frames, Buffer.from([0x3b])])
}

function pngChunk(type: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function withNumbers(bytes: Uint8Array, offset: number, numbers: number[]) {
  const copy = Buffer.from(bytes)
  numbers.forEach((number, index) => copy.writeUInt32BE(number, offset + index * 4))
  return copy
}
