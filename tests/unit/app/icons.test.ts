import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { links } from '../../../app/root.tsx'

interface Manifest {
  name: string
  lang: string
  icons: { src: string; sizes: string; purpose: string }[]
}

const manifest = JSON.parse(readFileSync('public/site.webmanifest', 'utf8')) as Manifest
const arabic = JSON.parse(readFileSync('public/assets/i18n/Ar.json', 'utf8')) as {
  site: { name: string }
}

test('the manifest is in the default language', () => {
  expect(manifest).toMatchObject({ lang: 'ar', dir: 'rtl', name: arabic.site.name })
})

test.each(manifest.icons)('$src has the size that the manifest states', async ({ src, sizes }) => {
  const { width, height, format } = await sharp(`public${src}`).metadata()
  expect(width).toBe(height)
  if (format !== 'svg') expect(`${width}x${height}`).toBe(sizes)
})

test('the manifest has a maskable icon', () => {
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
})

test('every icon is used by the pages or the manifest', () => {
  const linked = (links() as { href?: string }[]).map(({ href }) => href)
  const used = [...linked, ...manifest.icons.map(({ src }) => src)]
  for (const file of readdirSync('public/icons')) expect(used).toContain(`/icons/${file}`)
})

test('favicon.ico contains images of 16 and 32 pixels', async () => {
  const file = readFileSync('public/favicon.ico')
  const entries = [0, 1].map((at) => file.subarray(6 + 16 * at, 22 + 16 * at))
  for (const [at, size] of [16, 32].entries()) {
    const entry = entries[at] ?? Buffer.alloc(0)
    const start = entry.readUInt32LE(12)
    const image = file.subarray(start, start + entry.readUInt32LE(8))
    const { width, format } = await sharp(image).metadata()
    expect({ width, format }).toEqual({ width: size, format: 'png' })
  }
})
