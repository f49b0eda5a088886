import { expect, test } from 'vitest'
import { memoryInUseMb } from '../support/memory-in-use.ts'
import { sendThroughKills } from '../support/send-through-kills.ts'
import type { SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const count = isWholeRun ? 500 : 60

/** Lines of a list; every twentieth list is as long as one may be. */
const sizes = { usual: 12, longest: 300 }

/** How many of a process's lists fill its caches, and how much more its memory in use may then become, MB. */
const firstLists = 8
const maxAddedMb = 20

/** Items whose quantity and line tell which one of which list they are. */
function itemsOf(at: number) {
  const size = at % 20 === 7 ? sizes.longest : sizes.usual
  const kinds = [
    'قاطع مصغر ثلاثي 32 أمبير',
    'contactor 32 A coil 220 V',
    'كيبل 4x16 نحاس',
    'cement',
  ]
  return Array.from({ length: size }, (_, line) => {
    const quantity = 1 + ((at + line) % 90)
    const words = `${kinds[(at + line) % kinds.length]} ref L${at}N${line}`
    return { asked: `${words} - ${quantity} pcs`, quantity }
  })
}

test(
  `${count} lists survive three SIGKILLs as enquiries, whole, and take no memory`,
  { timeout: 1_200_000 },
  async () => {
    let site: SiteProcess | undefined
    let ofSite = 0
    let beforeMb = 0

    /** Has a list checked. @returns the field with which the site knows it again; null without an answer */
    async function check(at: number, url: string) {
      const lines = itemsOf(at).map(({ asked }) => asked)
      const body = new URLSearchParams({ lines: lines.join('\n') })
      const checked = await fetch(`${url}/quick-list`, { method: 'POST', body }).catch(() => null)
      // A site that has got too many lists says 429.
      if (checked?.status !== 200) return null
      const html = await checked.text().catch(() => '')
      const [, list] = / name="list" value="([^"]+)"/.exec(html) ?? []
      return list ?? null
    }

    const sent = await sendThroughKills({
      count,
      screen: '/quick-list',
      started(one) {
        site = one
        ofSite = 0
      },
      async fill(body, at, url) {
        const list = await check(at, url)
        if (list === null) return false
        ofSite += 1
        if (ofSite === firstLists && site) beforeMb = await memoryInUseMb(site).catch(() => 0)
        body.append('list', list)
        body.append('files', new File([`drawing ${at}`], `${at}.txt`))
        return true
      },
    })
    for (const { at, payload } of sent) {
      const { items = [], files = [] } = payload ?? {}
      expect(items.map(({ asked, quantity }) => ({ asked, quantity }))).toEqual(itemsOf(at))
      const texts = files.map(async ({ url }) => (await fetch(url)).text())
      expect(await Promise.all(texts)).toEqual([`drawing ${at}`])
    }
    expect(ofSite).toBeGreaterThan(firstLists)
    if (site) expect((await memoryInUseMb(site)) - beforeMb).toBeLessThan(maxAddedMb)
  },
)
