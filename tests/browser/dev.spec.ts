import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { copySource } from '../support/copy-source.ts'
import { startSiteProcess } from '../support/site-process.ts'

test(
  'in development, screens hydrate, show an edited component at once, and say what broke',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(120_000)
    const folder = copySource()
    const run = ['node_modules/@remix-run/dev/dist/cli.js', 'vite:dev', folder]
    const site = await startSiteProcess(
      { NODE_ENV: 'development' },
      { run, readyLine: /Local:.*http/ },
    )
    function edit(name: string, from: string | RegExp, to: string) {
      const file = path.join(folder, name)
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
    }

    try {
      for (const address of ['/product-details/tm63-1p-c', '/about?lang=En']) {
        await page.goto(site.url + address)
        await hydrated(page)
      }
      await page.evaluate('window.isUnloaded = false')
      edit('app/layout/site-footer.tsx', "t('layout.links')", "'Edited'")
      await expect(page.getByRole('heading', { name: 'Edited' })).toBeVisible()
      expect(await page.evaluate('window.isUnloaded')).toBe(false)

      const loader = "() => { throw new Error('loader broke') }"
      edit('app/routes/services.tsx', /(export const loader =).*/, `$1 ${loader}`)
      const component = "if (true) throw new Error('component broke')"
      edit('app/routes/news.tsx', /(export default function.*)/, `$1\n  ${component}`)
      for (const [address, part] of [
        ['/services', 'loader'],
        ['/News', 'component'],
      ]) {
        const response = await fetch(site.url + address)
        expect(await response.text()).toContain(`>Error: ${part} broke\n    at `)
      }
    } finally {
      // Its connection to the server would fail.
      await page.close()
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
