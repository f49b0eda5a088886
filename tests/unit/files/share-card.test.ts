import { readFileSync } from 'node:fs'
import { Blob, Face } from 'harfbuzzjs'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { builtInFolder, readBrand } from '../../../server/site/brand.ts'
import { drawTexts } from '../../../server/files/cards/draw-card.ts'
import { ContentUnavailable } from '../../../server/content/failures.ts'
import { type ShareCard, CachedShareCards } from '../../../server/files/cards/share-cards.ts'
import { imageFileOf } from '../../../server/files/image-base.ts'
import { log } from '@site/runtime/log'
import { encoder } from '../../support/image-server.ts'

log.level = 'silent'
afterAll(() => encoder.close())

const { colours, files } = readBrand(builtInFolder)
const mark = files.get('mark.svg')?.bytes.toString('utf8') ?? ''
const card: ShareCard = {
  dir: 'ltr',
  title: 'Title',
  section: '',
  company: 'Tayyar',
  mark,
  colours,
}

/** The glyphs of a title in the order in which they are seen, by their shapes, on a card that has nothing else. */
async function glyphsOf(title: string, dir: 'ltr' | 'rtl' = 'ltr') {
  const svg = await drawTexts({ ...card, title, dir, company: '' }, 1056, 72)
  const shapes = new Map(
    Array.from(svg.matchAll(/<symbol id="(\w+)"[^>]*>\s*<path d="([^"]*)"/g), ([, id, d]) => [
      id,
      d,
    ]),
  )
  return Array.from(
    svg.matchAll(/class="typst-text" transform="matrix\(1 0 0 -1 (\S+) (\S+)\)">([^]*?)<\/g>/g),
    ([, x, y, run = '']) =>
      Array.from(run.matchAll(/href="#(\w+)" x="(\S+)"/g), ([, id, at]) => ({
        shape: shapes.get(id),
        x: Number(x) + Number(at),
        y: Number(y),
      })),
  )
    .flat()
    .sort((one, other) => one.y - other.y || one.x - other.x)
}

describe('a title', () => {
  /** The number of glyphs on each line. */
  async function linesOf(title: string) {
    const lines = new Map<number, number>()
    for (const { y } of await glyphsOf(title)) lines.set(y, (lines.get(y) ?? 0) + 1)
    return [...lines.values()]
  }

  test('breaks between words into lines of similar length', async () => {
    expect(await linesOf('Contact')).toEqual([7])
    expect(await linesOf('mmmm mmmm mmmm mmmm')).toEqual([8, 8])
  })

  test('that is long gets a smaller size before it is truncated after a word', async () => {
    expect(await linesOf('mmmm '.repeat(12))).toEqual([16, 16, 16])
    const [first = 0, second = 0, third = 0, ...more] = await linesOf('mmmm, '.repeat(60))
    // Commas are letters of a line, but the last one; the ellipsis takes its place.
    expect([first % 5, second % 5, third % 5, more.length]).toEqual([0, 0, 0, 0])
    expect((await glyphsOf('mmmm, '.repeat(60))).at(-1)).toMatchObject({
      shape: (await glyphsOf('a…'.repeat(26))).at(-1)?.shape,
    })
  })

  test('of one endless word is truncated inside it', async () => {
    const lines = await linesOf('m'.repeat(100))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toBeGreaterThan(20)
    expect(lines[0]).toBeLessThan(30)
  })

  test('keeps a number and its unit on one line', async () => {
    const title = (gap: string) => `${'mmmm '.repeat(4)}mm 63${gap}A mmmm mmmm`
    expect(await glyphsOf(title(' '))).toEqual(await glyphsOf(title('\u00A0')))
  })

  test('ends with its ellipsis after an isolate that was cut', async () => {
    const glyphs = await glyphsOf(`\u2066${'mmmm '.repeat(60)}\u2069`, 'rtl')
    const lastLine = glyphs.filter(({ y }) => y === glyphs.at(-1)?.y)
    expect(lastLine[0]?.shape).not.toBe(lastLine[1]?.shape)
    expect(lastLine[1]?.shape).toBe(lastLine[2]?.shape)
  })
})

describe('typesetting', () => {
  const shapesOf = async (text: string, dir: 'ltr' | 'rtl') =>
    (await glyphsOf(text, dir)).map(({ shape }) => shape)

  test('joins Arabic letters and runs from right to left', async () => {
    const word = await shapesOf('سلام', 'rtl')
    // Meem, the lam-alef ligature, seen.
    expect(word).toHaveLength(3)
    expect(word[1]).not.toBe((await shapesOf('لا', 'rtl'))[0])
    expect(word[2]).not.toBe((await shapesOf('س', 'rtl'))[0])
    expect(word[2]).toBe((await shapesOf('سم', 'rtl')).at(-1))
  })

  test('keeps a part number and its unit in order, left of the preceding words', async () => {
    const inside = await shapesOf('50 kA', 'ltr')
    expect((await shapesOf('عند \u206650 kA\u2069', 'rtl')).slice(0, 4)).toEqual(inside)
  })

  test('has the brand’s glyphs for every character of the site’s texts', async () => {
    const fonts = ['latin', 'arabic'].map((name) => readFileSync(`brand/fonts/${name}-600.ttf`))
    const known = fonts.map((bytes) => new Set(new Face(new Blob(bytes)).collectUnicodes()))
    for (const sign of '«»–—’“”·°±×÷µΩ²³₂…≤≥−→é؟،؛٪پچژڤگکی٤') {
      expect(
        known.some((font) => font.has(sign.codePointAt(0) ?? 0)),
        sign,
      ).toBe(true)
    }
  })
})

describe('cards', () => {
  /** The signal of a waiter. */
  const { signal } = new AbortController()

  /** Images that arrive when the test says so. */
  function laterPictures() {
    let come: (picture: null) => void = () => undefined
    const picture = new Promise<null>((resolve) => (come = resolve))
    const requested: string[] = []
    const cards = new CachedShareCards((file) => {
      requested.push(file)
      return picture
    }, encoder)
    return { cards, asked: requested, come: () => come(null) }
  }

  test('are drawn once for concurrent and later requests', async () => {
    let requested = 0
    const cards = new CachedShareCards(async () => {
      requested += 1
      return null
    }, encoder)
    const [one, other] = await Promise.all([
      cards.find(card, 'a.png', signal),
      cards.find(card, 'a.png', signal),
    ])
    expect(other).toBe(one)
    expect(await cards.find(card, 'a.png', signal)).toBe(one)
    expect(requested).toBe(1)
  })

  test('show the whole image', async () => {
    const [width, height] = [800, 200]
    const red = { create: { width, height, channels: 3, background: '#f00' } } as const
    const bytes = await sharp(red).webp().toBuffer()
    const cards = new CachedShareCards(() => imageFileOf(bytes), encoder)
    const made = await cards.find(card, 'a.png', signal)
    const { data, info } = await sharp(made.bytes).raw().toBuffer({ resolveWithObject: true })
    let [reds, left, right, top, bottom] = [0, Infinity, 0, Infinity, 0]
    for (let at = 0; at < data.length; at += info.channels) {
      if ((data[at] ?? 0) < 240 || (data[at + 1] ?? 255) > 20) continue
      const [x, y] = [
        (at / info.channels) % info.width,
        Math.floor(at / info.channels / info.width),
      ]
      reds += 1
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
    expect(reds).toBeGreaterThan(10_000)
    expect((right - left + 1) / (bottom - top + 1)).toBeCloseTo(width / height, 1)
  })

  test('are drawn without an unavailable image, and again once it is available', async () => {
    let works = false
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const cards = new CachedShareCards(async () => {
      if (!works) throw new Error('The image base does not answer')
      return imageFileOf(bytes)
    }, encoder)
    const first = await cards.find(card, 'a.png', signal)
    expect(first.isWhole).toBe(false)
    works = true
    const second = await cards.find(card, 'a.png', signal)
    expect(second.isWhole).toBe(true)
    expect(second.etag).not.toBe(first.etag)
  })

  test('are rejected while fifty are pending, and not drawn once nobody waits', async () => {
    const { cards, asked: requested, come } = laterPictures()
    const visitor = new AbortController()
    const files = Array.from({ length: 50 }, (_, at) => `${at}.png`)
    const flights = files.map((file) => cards.find(card, file, visitor.signal))
    const joined = cards.find(card, '49.png', signal)
    await expect(cards.find(card, 'another.png', signal)).rejects.toThrow(ContentUnavailable)
    expect(requested).toEqual(files)
    visitor.abort()
    come()
    const settled = await Promise.allSettled(flights)
    // Another waiter remains for the last one.
    expect(settled.map(({ status }) => status)).toEqual([
      ...files.slice(1).map(() => 'rejected'),
      'fulfilled',
    ])
    expect((await joined).isWhole).toBe(true)
    expect((await cards.find(card, 'another.png', signal)).isWhole).toBe(true)
  })

  test('whose first waiter left are drawn for later waiters', async () => {
    const cards = new CachedShareCards(async () => null, encoder)
    await expect(cards.find(card, 'a.png', AbortSignal.abort())).rejects.toThrow('aborted')
    expect((await cards.find(card, 'a.png', signal)).isWhole).toBe(true)
  })

  test('have the colours of the brand, and no mark if it has none', async () => {
    const cards = new CachedShareCards(async () => null, encoder)
    const draw = async (own: Partial<ShareCard>) => {
      const { bytes } = await cards.find({ ...card, ...own }, '', signal)
      return sharp(bytes).removeAlpha().raw().toBuffer()
    }
    const [marked, unmarked, blue] = await Promise.all([
      draw({}),
      draw({ mark: null }),
      draw({ colours: { ...colours, paper: '#0000ff' } }),
    ])
    expect(unmarked.equals(marked)).toBe(false)
    expect([...blue.subarray(0, 3)]).toEqual([0, 0, 255])
  })

  test('keep a mark and a name of any size on the card', async () => {
    const cards = new CachedShareCards(async () => null, encoder)
    const wide = mark.replace('viewBox="0 0 40 40"', 'viewBox="0 0 4000 40"')
    const company = 'An endless name of a company '.repeat(20)
    for (const dir of ['ltr', 'rtl'] as const) {
      const { bytes } = await cards.find({ ...card, dir, mark: wide, company }, '', signal)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    }
  })
})
