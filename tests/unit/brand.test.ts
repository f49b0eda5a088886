import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { builtInFolder, readBrand, parseTokens, stylesheetOf } from '../../server/site/brand.ts'
import { ConfigError } from '../../server/config.ts'
import { makeIcons } from '../../scripts/brand/icons.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A brand folder with the given files. */
function brandWith(files: Record<string, string | Buffer>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'brand-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return folder
}

describe('the built-in brand', () => {
  const brand = readBrand(builtInFolder)

  test('has names, a mark and every icon, but no stylesheet besides the site’s', () => {
    expect(brand.shortName).toEqual({ Ar: 'تيار', En: 'Tayyar' })
    expect(brand.markSize).toEqual({ width: 40, height: 40 })
    expect([...brand.files.keys()].sort()).toEqual([
      ...['apple-touch-icon.png', 'favicon.ico', 'icon-192.png', 'icon-512.png'],
      ...['icon-maskable-512.png', 'icon.svg', 'mark.svg'],
    ])
  })

  test('its icons are those that npm run brand makes', async () => {
    const folder = brandWith({})
    cpSync(path.join(builtInFolder, 'icon.svg'), path.join(folder, 'icon.svg'))
    await makeIcons(folder)
    const made = readBrand(folder).files
    for (const [name, { bytes }] of made) {
      expect(bytes.equals(brand.files.get(name)?.bytes ?? Buffer.alloc(0)), name).toBe(true)
    }
    expect(made.size).toBe(6)
  })

  test.each([
    ['apple-touch-icon.png', 180],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
    ['icon-maskable-512.png', 512],
  ])('%s is %i pixels wide and high', async (name, size) => {
    const { width, height } = await sharp(brand.files.get(name)?.bytes).metadata()
    expect([width, height]).toEqual([size, size])
  })

  test('favicon.ico contains images of 16 and 32 pixels', async () => {
    const file = brand.files.get('favicon.ico')?.bytes ?? Buffer.alloc(0)
    for (const [at, size] of [16, 32].entries()) {
      const entry = file.subarray(6 + 16 * at, 22 + 16 * at)
      const start = entry.readUInt32LE(12)
      const image = file.subarray(start, start + entry.readUInt32LE(8))
      const { width, format } = await sharp(image).metadata()
      expect({ width, format }).toEqual({ width: size, format: 'png' })
    }
  })
})

describe('another brand', () => {
  test('no folder, or an empty one, is no brand: no names, no mark, no icons', () => {
    for (const folder of [null, brandWith({})]) {
      const { name, shortName, markSize, files } = readBrand(folder)
      const nothing = { name: null, shortName: null, markSize: null }
      expect({ name, shortName, markSize }).toEqual(nothing)
      expect([...files.keys()].filter((file) => file !== 'tokens.css')).toEqual([])
    }
  })

  test('without a time zone it has that of Riyadh', () => {
    expect(readBrand(null).timeZone.zone).toBe('Asia/Riyadh')
  })

  test('without a short name its name is used', () => {
    const names = { Ar: 'نهر', En: 'Nahr' }
    const brand = readBrand(brandWith({ 'brand.json': JSON.stringify({ name: names }) }))
    expect(brand.shortName).toEqual(names)
  })

  test('its colours replace the built-in ones, and its frame colour is that of its bands', () => {
    const folder = brandWith({
      'tokens.css': `/* ours */ :root { --paper: #ffffff; --band: #003344 }
        @media (prefers-color-scheme: dark) { :root { --band: #001122; } }`,
    })
    const { colours, themeColor, files } = readBrand(folder)
    expect(colours).toMatchObject({ paper: '#ffffff', ink: '#16202b' })
    expect(themeColor).toEqual({ light: '#003344', dark: '#001122' })
    expect(files.get('tokens.css')?.bytes.toString()).toContain('--paper:#ffffff')
  })

  test('the addresses of its files change with the files', () => {
    const version = (colour: string) =>
      readBrand(brandWith({ 'tokens.css': `:root { --paper: ${colour}; }` })).version
    expect(version('#ffffff')).toBe(version('#ffffff'))
    expect(version('#fffffe')).not.toBe(version('#ffffff'))
  })

  const mark = '<svg viewBox="0 0 10 10"><path d="M0 0H10"/></svg>'

  test.each([
    ['brand.json', '{', 'is not JSON'],
    ['brand.json', '[]', 'expected object'],
    ['brand.json', '{"name":{"Ar":"س"}}', 'name.En must be a text of 1 to 120 characters'],
    ['brand.json', '{"name":{"Ar":" ","En":"x"}}', 'name.Ar must be a text'],
    ['brand.json', '{"colour":"red"}', 'Unrecognized key: "colour"'],
    ['brand.json', '{"themeColor":{"light":"red","dark":"#000000"}}', 'themeColor.light must be'],
    ['brand.json', '{"country":"Oman"}', 'country must be the two-letter code of a country'],
    [
      'brand.json',
      '{"answerDays":{"within":1,"workDays":"weekdays"}}',
      'answerDays.workDays must be days of the week, such as Su-Th',
    ],
    ['brand.json', '{"timeZone":"Asia/Riyadh"}', 'timeZone Invalid input'],
    [
      'brand.json',
      '{"timeZone":{"zone":"Riyadh","city":{"Ar":"س","En":"x"}}}',
      'timeZone.zone must be an IANA time zone, such as Asia/Riyadh',
    ],
    ['brand.json', '{"timeZone":{"zone":"UTC"}}', 'timeZone.city'],
    ['tokens.css', 'body { color: red }', 'only :root blocks'],
    ['tokens.css', ':root { --ink: red }', '"--ink: red" is not a colour'],
    ['tokens.css', ':root { --inc: #000000 }', 'the names are paper, '],
    ['tokens.css', ':root { --ink: #000000', 'only :root blocks'],
    ['tokens.css', ':root { --ink: url(#123456) }', 'is not a colour'],
    ['mark.svg', 'PNG', 'is not an SVG'],
    ['mark.svg', '<svg><path/></svg>', 'has no viewBox'],
    ['mark.svg', '<svg viewBox="0 0 10 10"><g></svg>', 'is not well-formed'],
    ['mark.svg', mark.replace('<path', '<script>1</script><path'), 'contains a script'],
    ['mark.svg', mark.replace('<path', '<path onload="x()"'), 'contains a script'],
    ['mark.svg', mark.replace('<path', '<image href="https://x.example/a.png"/><path'), 'loads'],
    ['mark.svg', mark.replace('<path', '<style>@import "a.css"</style><path'), 'loads another'],
    ['mark.svg', mark.replace('<path', `<!--${'x'.repeat(500_000)}--><path`), 'larger than'],
    ['icons/icon-192.png', 'GIF89a', 'is not a PNG'],
    ['icons/favicon.ico', 'GIF89a', 'is not an ICO'],
  ])('a faulty %s of %j stops the start with one line: %s', (file, content, problem) => {
    const folder = brandWith({ [file]: content })
    const read = () => readBrand(folder)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(problem)
    expect(read).toThrow(path.join(folder, file))
    expect(read).not.toThrow('\n')
  })

  test.each(['/no/such/folder', path.resolve('package.json')])(
    '%s in place of a folder stops the start',
    (folder) => {
      expect(() => readBrand(folder)).toThrow(`BRAND_DIR ${folder} is not a folder`)
    },
  )

  test.each([
    mark,
    `<?xml version="1.0"?><!DOCTYPE svg><!-- made by hand -->\n${mark}`,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5,-5,.5,10"/>',
    '<svg width="9" viewBox="0 0 10.5 10"><g style="fill:url(#a)"><use href="#b"/></g></svg>',
  ])('%s is a mark', (svg) => {
    expect(() => readBrand(brandWith({ 'mark.svg': svg }))).not.toThrow()
  })
})

test('the built-in colours survive being read and written', () => {
  const tokens = parseTokens(readFileSync(path.join(builtInFolder, 'tokens.css'), 'utf8'))
  const css = stylesheetOf(tokens).replace('@layer brand{', '').slice(0, -1)
  expect(parseTokens(css).light).toEqual(tokens.light)
})
