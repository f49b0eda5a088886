import { copyFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { sized } from '../support/test-size.ts'
import { makeFolder } from '../support/small-sample.ts'

const edits = sized(1_000)

/** Pages whose content the edits change. */
const pages = ['/', '/services', '/News', '/products/mcb', '/product-details/tm63-1p-c', '/about']
const addresses = pages.flatMap((page) => [`${page}?lang=Ar`, `${page}?lang=En`])

test(`a folder is edited ${edits} times while visitors read, and no view fails`, async () => {
  const folder = makeFolder()
  cpSync('content', folder, { recursive: true })
  const site = await startSiteProcess({ CONTENT_DIR: folder, SEARCH_CRAWL_PER_S: '1000' })
  const file = (name: string) => path.join(folder, name)
  const original = new Map(
    ['services.yaml', 'news.yaml', 'about.yaml', 'products/01-circuit-protection.yaml'].map(
      (name) => [name, readFileSync(file(name), 'utf8')],
    ),
  )
  const names = [...original.keys()]
  const pictures = ['mcb.webp', 'tm63-1p-c.webp']

  /** What people, editors and copying programs do to a file. */
  const kinds: ((name: string, text: string, at: number) => void)[] = [
    (name, text, at) => writeFileSync(file(name), text.replace(/title: (\S+)/, `title: $1 ${at}`)),
    (name, text) => writeFileSync(file(name), text.slice(0, text.length / 2)),
    (name, text) => writeFileSync(file(name), text.replace('title:', 'titel:')),
    (name) => writeFileSync(file(name), ''),
    (name) => rmSync(file(name), { force: true }),
    (name, text) => writeFileSync(file(name), text),
    (name, text) => {
      writeFileSync(file(`.${path.basename(name)}.swp`), text)
      renameSync(file(`.${path.basename(name)}.swp`), file(name))
    },
    (_, __, at) => {
      const [one = '', other = ''] = at % 2 ? pictures : pictures.toReversed()
      copyFileSync(path.join('content/images', one), file(`images/${other}`))
    },
  ]

  let isOver = false
  const failed: string[] = []
  let views = 0
  async function visit(start: number) {
    for (let at = start; !isOver; at += 1) {
      const address = addresses[at % addresses.length] ?? '/'
      const response = await fetch(site.url + address)
      const text = await response.text()
      views += 1
      if (response.status !== 200 || !text.includes('</html>'))
        failed.push(`${response.status} ${address}`)
    }
  }
  const visitors = [0, 3, 7].map(visit)
  for (let at = 0; at < edits; at += 1) {
    const name = names[(at * 7) % names.length] ?? ''
    kinds[(at * 11) % kinds.length]?.(name, original.get(name) ?? '', at)
    const seen = views
    // Some views between two edits; now and then as many as take longer than two looks at the folder.
    while (views < seen + (at % 50 === 0 ? 400 : 10)) await setImmediate()
  }
  for (const [name, text] of original) {
    writeFileSync(file(name), text.replace(/title: (\S+)/, 'title: آخر-عنوان'))
  }
  const first = performance.now()
  await eventually(async () => {
    const response = await fetch(`${site.url}/services?lang=Ar`)
    expect(await response.text()).toContain('آخر-عنوان')
  })
  expect(performance.now() - first).toBeLessThan(5_000)
  isOver = true
  await Promise.all(visitors)
  expect(failed).toEqual([])
  expect(views).toBeGreaterThan(edits * 10)
  await site.stop()
}, 600_000)
