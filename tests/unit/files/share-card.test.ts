import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { builtInFolder, readBrand } from '../../../server/brand.ts'
import { fitTitle, typesetLine, widthOfText } from '../../../server/files/cards/draw-card.ts'
import {
  type ShareCard,
  createShareCards,
  TooManyCards,
} from '../../../server/files/cards/share-cards.ts'
import { imageFileOf } from '../../../server/files/image-base.ts'
import { log } from '@site/runtime/log'
import { encoder } from '../../support/image-server.ts'

log.level = 'silent'
afterAll(() => encoder.close())

describe('a title', () => {
  /** Every letter is 1 em wide, isolates have no width. */
  const widthOf = (text: string) => Array.from(text.replace(/[\u2066\u2069]/g, '')).length
  const room = { width: 200, height: 100, maxLines: 3, lineHeight: 1.2, sizes: [20, 10] }

  test('that is short is on one line at the largest size', () => {
    expect(fitTitle('Contact', room, widthOf)).toEqual({ size: 20, lines: ['Contact'] })
  })

  test('that is empty has no lines', () => {
    expect(fitTitle(' ', room, widthOf).lines).toEqual([])
  })

  test('breaks between words into lines of similar length', () => {
    const { size, lines } = fitTitle('one two three four', room, widthOf)
    expect({ size, lines }).toEqual({ size: 20, lines: ['one two', 'three four'] })
  })

  test('that is long gets a smaller size before it is truncated', () => {
    const title = 'aaaa bbbb cccc dddd eeee ffff gggg hhhh'
    const { size, lines } = fitTitle(title, room, widthOf)
    expect(size).toBe(10)
    expect(lines.join(' ')).toBe(title)
    expect(lines.length).toBeLessThanOrEqual(3)
  })

  test('that is too high gets a smaller size', () => {
    expect(fitTitle('one two three four', { ...room, height: 40 }, widthOf).size).toBe(10)
  })

  test('keeps a number and its unit on one line', () => {
    const { lines } = fitTitle('curves to 63 A: more', { ...room, sizes: [20] }, widthOf)
    expect(lines.map((line) => line.replace(/\u00A0/g, '~'))).toEqual(['curves to', '63~A: more'])
  })

  test('that fits at no size is truncated after a word', () => {
    const { size, lines } = fitTitle('word, '.repeat(30), room, widthOf)
    expect(size).toBe(10)
    expect(lines).toHaveLength(3)
    expect(lines[2]).toBe('word, word, word…')
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(20)
  })

  test('of one endless word is truncated inside it', () => {
    const { lines } = fitTitle('m'.repeat(50), room, widthOf)
    expect(lines).toEqual([`${'m'.repeat(19)}…`])
  })

  test('closes and reopens isolates at line ends', () => {
    const { lines } = fitTitle('aaaaaa \u2066bbb ccccc dddd\u2069 ee', room, widthOf)
    expect(lines).toEqual(['aaaaaa', '\u2066bbb ccccc', '\u2066dddd\u2069 ee'])
    const cut = fitTitle(`\u2066${'word '.repeat(30)}\u2069`, room, widthOf).lines[2]
    expect(cut).toBe('\u2066word word word word\u2069…')
  })
})

describe('typesetting', () => {
  const shapes = (text: string, dir: 'ltr' | 'rtl') =>
    Array.from(typesetLine(text, dir, 50).outlines.matchAll(/ d="([^"]*)"/g), ([, shape]) => shape)

  test('joins Arabic letters and runs from right to left', () => {
    const word = shapes('سلام', 'rtl')
    // Meem, the lam-alef ligature, seen.
    expect(word).toHaveLength(3)
    expect(word[1]).not.toBe(shapes('لا', 'rtl')[0])
    expect(word[2]).not.toBe(shapes('س', 'rtl')[0])
    expect(word[2]).toBe(shapes('سم', 'rtl').at(-1))
  })

  test('keeps a part number and its unit in order, left of the preceding words', () => {
    const inside = shapes('50 kA', 'ltr')
    const line = shapes('عند \u206650 kA\u2069', 'rtl')
    expect(line.slice(0, inside.length)).toEqual(inside)
  })

  test('has glyphs for every character of the site’s texts', () => {
    expect(shapes('\uE000', 'ltr')).toEqual([])
    for (const sign of '«»–—’“”·°±×÷µΩ²³₂…≤≥−→é؟،؛٪پچژڤگکی٤') {
      expect(shapes(sign, 'ltr'), sign).not.toEqual([])
    }
  })

  test('measures the width that it draws', () => {
    const { width } = typesetLine('Miniature circuit breakers', 'ltr', 40)
    expect(width).toBeCloseTo(40 * widthOfText('Miniature circuit breakers', 'ltr'), 5)
  })
})

describe('cards', () => {
  const { colours, files } = readBrand(builtInFolder)
  const mark = files.get('mark.svg')?.bytes.toString('utf8') ?? ''
  const card = {
    dir: 'ltr',
    title: 'Title',
    section: '',
    company: 'Tayyar',
    mark,
    colours,
  } as const
  /** The signal of a waiter. */
  const { signal } = new AbortController()

  /** Images that arrive when the test says so. */
  function laterPictures() {
    let come: (picture: null) => void = () => undefined
    const picture = new Promise<null>((resolve) => (come = resolve))
    const requested: string[] = []
    const cards = createShareCards((file) => {
      requested.push(file)
      return picture
    }, encoder)
    return { cards, asked: requested, come: () => come(null) }
  }

  test('are drawn once for concurrent and later requests', async () => {
    let requested = 0
    const cards = createShareCards(async () => {
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
    const cards = createShareCards(() => imageFileOf(bytes), encoder)
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
    const cards = createShareCards(async () => {
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
    await expect(cards.find(card, 'another.png', signal)).rejects.toThrow(TooManyCards)
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
    const cards = createShareCards(async () => null, encoder)
    await expect(cards.find(card, 'a.png', AbortSignal.abort())).rejects.toThrow('aborted')
    expect((await cards.find(card, 'a.png', signal)).isWhole).toBe(true)
  })

  test('have the colours of the brand, and no mark if it has none', async () => {
    const cards = createShareCards(async () => null, encoder)
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
    const cards = createShareCards(async () => null, encoder)
    const wide = mark.replace('viewBox="0 0 40 40"', 'viewBox="0 0 4000 40"')
    const company = 'An endless name of a company '.repeat(20)
    for (const dir of ['ltr', 'rtl'] as const) {
      const { bytes } = await cards.find({ ...card, dir, mark: wide, company }, '', signal)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    }
  })
})
