/**
 * Generates the site's icons from its mark, `npm run icons`: public/favicon.ico, public/icons/ and
 * public/site.webmanifest. The mark is in app/layout/mark.ts, the colours are in tokens.css, the
 * texts are those of the default language.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import sharp from 'sharp'
import { defaultLanguage, languages } from '../app/language/languages.ts'
import { mark } from '../app/layout/mark.ts'

const publicFolder = fileURLToPath(new URL('../public', import.meta.url))
const tokens = readFileSync(new URL('../app/styles/tokens.css', import.meta.url), 'utf8')

interface Look {
  /** The stroke width, in the units of the mark's square of 40. */
  stroke: number
  /** The size of the mark relative to its tile. */
  share: number
}

const looks = {
  /** Thick enough to be visible at 16 px. */
  tiny: { stroke: 3.4, share: 0.98 },
  tab: { stroke: 2.8, share: 0.94 },
  large: { stroke: 2.2, share: 0.82 },
  /** Launchers crop it to a circle of four fifths of its width. */
  maskable: { stroke: 2.2, share: 0.72 },
} satisfies Record<string, Look>

async function makeIcons() {
  rmSync(path.join(publicFolder, 'icons'), { recursive: true, force: true })
  mkdirSync(path.join(publicFolder, 'icons'))
  write('icons/icon.svg', adaptiveTile(looks.tab))
  write('icons/apple-touch-icon.png', await pngOf(looks.large, 180))
  write('icons/icon-192.png', await pngOf(looks.large, 192))
  write('icons/icon-512.png', await pngOf(looks.large, 512))
  write('icons/icon-maskable-512.png', await pngOf(looks.maskable, 512))
  const sizes = [16, 32]
  const pictures = await Promise.all(sizes.map((size) => pngOf(looks.tiny, size)))
  write('favicon.ico', icoOf(pictures, sizes))
  await writeManifest()
}

/** Copper on ink; in a dark browser, ink on the dark scheme's copper, so that the tile stands out. */
function adaptiveTile(look: Look) {
  const [ink, copper] = [colour('ink'), colour('on-ink-copper')]
  const style = `:root { --tile: ${ink}; --mark: ${copper} }
    @media (prefers-color-scheme: dark) { :root { --tile: ${copper}; --mark: ${ink} } }`
  return `${tile(look, 'var(--tile)', 'var(--mark)', `<style>${style}</style>`)}\n`
}

function tile({ stroke, share }: Look, ground: string, line: string, style = '') {
  const { size, lines, nodes } = mark
  const inset = (size * (1 - share)) / 2
  const rings = nodes.map(({ cx, cy, r }) => `<circle cx="${cx}" cy="${cy}" r="${r}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${style}
  <rect width="${size}" height="${size}" fill="${ground}"/>
  <g transform="translate(${inset.toFixed(2)} ${inset.toFixed(2)}) scale(${share})" fill="${ground}" stroke="${line}" stroke-width="${stroke}">
    <path d="${lines}" fill="none"/>${rings}
  </g>
</svg>`
}

async function pngOf(look: Look, size: number) {
  const svg = tile(look, colour('ink'), colour('on-ink-copper'))
  return sharp(Buffer.from(svg), { density: (72 * size) / mark.size })
    .resize(size, size)
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

async function writeManifest() {
  const words = JSON.parse(
    readFileSync(path.join(publicFolder, `assets/i18n/${defaultLanguage}.json`), 'utf8'),
  ) as { site: { name: string; shortName: string; description: string } }
  const { lang, dir } = languages[defaultLanguage]
  const png = (name: string, size: number) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  })
  const manifest = {
    id: '/',
    name: words.site.name,
    short_name: words.site.shortName,
    description: words.site.description,
    lang,
    dir,
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: colour('paper'),
    theme_color: colour('ink'),
    icons: [
      { ...png('icon-192', 192), purpose: 'any' },
      { ...png('icon-512', 512), purpose: 'any' },
      { ...png('icon-maskable-512', 512), purpose: 'maskable' },
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
  const file = path.join(publicFolder, 'site.webmanifest')
  const style = await resolveConfig(file)
  writeFileSync(file, await format(JSON.stringify(manifest), { ...style, parser: 'json' }))
}

/** The value of a token in the light scheme. */
function colour(token: string) {
  const value = new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1]
  if (value === undefined) throw new Error(`tokens.css has no colour --${token}`)
  return value
}

function write(file: string, content: string | Buffer) {
  writeFileSync(path.join(publicFolder, file), content)
}

await makeIcons()
