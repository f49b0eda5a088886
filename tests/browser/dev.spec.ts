import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { startSiteProcess } from '../support/site-process.ts'

/** What `npm run dev` runs from. The test edits a copy, so that it never changes the source. */
const source = [
  ...['app', 'brand', 'public', 'scripts', 'server'],
  ...['package.json', 'remix.config.js', 'tsconfig.json', 'vite.config.ts'],
]

function copySource() {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  for (const name of source) cpSync(name, path.join(folder, name), { recursive: true })
  // A folder of links, not one link: Vite writes its cache of dependencies beside them.
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of readdirSync('node_modules')) {
    if (name === '.vite') continue
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name))
  }
  return folder
}

test('in development, screens hydrate, and show an edited component at once', async ({ page }) => {
  test.setTimeout(120_000)
  const folder = copySource()
  const run = ['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', folder]
  const site = await startSiteProcess(
    { NODE_ENV: 'development' },
    { run, readyLine: /Local:.*http/ },
  )
  try {
    for (const address of ['/product-details/tm63-1p-c', '/about?lang=En']) {
      await page.goto(site.url + address)
      await hydrated(page)
    }
    await page.evaluate('window.isUnloaded = false')
    const footer = path.join(folder, 'app/layout/site-footer.tsx')
    writeFileSync(footer, readFileSync(footer, 'utf8').replace("t('layout.links')", "'Edited'"))
    await expect(page.getByRole('heading', { name: 'Edited' })).toBeVisible()
    expect(await page.evaluate('window.isUnloaded')).toBe(false)
  } finally {
    // Its connection to the server would fail.
    await page.close()
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
