import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { makeFolder, writeFiles } from '../support/small-sample.ts'

// A company whose only content is a folder: names in Arabic, one language, files as people have them.

const folder = makeFolder()
const picture = (color: string) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
    .jpeg()
    .toBuffer()
let site: SiteProcess

beforeAll(async () => {
  cpSync('content/starter', folder, { recursive: true })
  cpSync('content/products-template.xlsx', path.join(folder, 'products.xlsx'))
  for (const part of ['images', 'files']) mkdirSync(path.join(folder, part), { recursive: true })
  writeFileSync(path.join(folder, 'images/صورة الورشة.JPG'), await picture('red'))
  writeFileSync(path.join(folder, 'files/مخطط اللوحة 1+2.dwg'), 'AC1032 drawing')
  writeFiles(folder, {
    'footer.yaml': 'title: نبع الصحراء\nsubTitle: مضخات الري.',
    'services.yaml':
      '- id: pumps\n  title: تركيب المضخات\n  image: صورة الورشة.jpg\n  files: [مخطط اللوحة 1+2.dwg]',
  })
  site = await startSiteProcess({ CONTENT_DIR: folder, SEARCH_CRAWL_PER_S: '1000' })
})
afterAll(() => site.stop())

const page = async (address: string) => (await fetch(site.url + address)).text()

test('nothing of the sample company is on its pages, and texts of one language say which', async () => {
  const home = await page('/?lang=En')
  expect(home).toContain('نبع الصحراء')
  expect(home).not.toMatch(/tayyar|تيار|data-drawings/i)
  expect(home).toMatch(/<h1[^>]*><span lang="ar" dir="rtl">نبع الصحراء<\/span><\/h1>/)
  const service = await page('/serviceDetails/pumps?lang=En')
  expect(service).toMatch(/lang="ar" dir="rtl"[^>]*>تركيب المضخات/)
  expect(service).toContain('noindex')
  expect(await page('/product-details/mounting-rail?lang=Ar')).toContain('سكة تثبيت')
})

test('its files come down under their own names, whole and in part', async () => {
  const html = await page('/serviceDetails/pumps?lang=Ar')
  const [, address = ''] = /href="(\/images\/post\/[^"]+\.dwg)"/.exec(html) ?? []
  const whole = await fetch(site.url + address)
  expect(whole.headers.get('content-disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent('مخطط اللوحة 1+2.dwg')}`,
  )
  expect(await whole.text()).toBe('AC1032 drawing')
  const part = await fetch(site.url + address, { headers: { Range: 'bytes=7-' } })
  expect(part.status).toBe(206)
  expect(await part.text()).toBe('drawing')
})

test('a changed text and a replaced picture are shown without a restart, and a mistake changes nothing', async () => {
  const image = `${site.url}/images/post/${encodeURIComponent('صورة الورشة.JPG')}`
  const before = (await fetch(image)).headers.get('etag')
  expect(await page('/services?lang=Ar')).toContain('تركيب المضخات')
  writeFiles(folder, { 'services.yaml': '- id: pumps\n  title: صيانة المضخات' })
  writeFileSync(path.join(folder, 'images/صورة الورشة.JPG'), await picture('blue'))
  await eventually(async () => expect(await page('/services?lang=Ar')).toContain('صيانة المضخات'))
  await eventually(async () => expect((await fetch(image)).headers.get('etag')).not.toBe(before))

  writeFiles(folder, { 'services.yaml': '- titel: خطأ' })
  await eventually(() =>
    expect(site.output()).toContain('content: services.yaml, line 1: there is no'),
  )
  expect(await page('/services?lang=Ar')).toContain('صيانة المضخات')
})
