import { spawnSync } from 'node:child_process'
import { describe, expect, inject, test } from 'vitest'
import { canUseApt, findFailure, installCommands } from '../../scripts/debian.mjs'
import { findJoins, findTextless } from '../support/page-joins.ts'
import { screenAddresses } from '../support/screens.ts'
import { isWholeRun } from '../support/test-size.ts'

const url = inject('siteUrl')

/** What screens show only with something chosen, found or listed. */
const filled = [
  '/products/mcb?spec.poles=3',
  '/products/mcb?view=table',
  '/compare?ids=tm63-1p-c,tx160-3p',
  '/quote-list?items=tm63-1p-c:3,tx160-3p~TX160-16:12,gone:2',
  '/documents?q=tm63',
]

describe.each(['Ar', 'En'])('without a stylesheet, in %s', (language) => {
  test.each([...screenAddresses, ...filled])(
    'no two texts of %s run together, and each control has one',
    async (address) => {
      const list = 'tm63-1p-c~TM63-1C32:3,tc-38,tx160-3p:2,gone:1'
      const headers = { cookie: `lang=${language}; quote=${encodeURIComponent(list)}` }
      const html = await (await fetch(url + address, { headers })).text()
      expect(html).toContain('</html>')
      expect(findJoins(html)).toEqual([])
      expect(findTextless(html)).toEqual([])
    },
  )
})

/** Browsers of text, with the arguments by which they write a page of their input. */
const textBrowsers = {
  w3m: ['-dump', '-cols', '100', '-T', 'text/html', '-I', 'UTF-8', '-O', 'UTF-8'],
  lynx: [
    '-dump',
    '-nolist',
    '-width=100',
    '-assume_charset=UTF-8',
    '-display_charset=UTF-8',
    '-stdin',
  ],
}

describe.runIf(isWholeRun && canUseApt())('in a browser of text', () => {
  test.each(Object.entries(textBrowsers))('%s', async (program, args) => {
    expect(findFailure(installCommands([program]))).toBeUndefined()
    async function read(address: string) {
      const response = await fetch(url + address, { headers: { cookie: 'lang=En' } })
      const { stdout } = spawnSync(program, args, { input: await response.text() })
      return stdout.toString('utf8').replace(/[_\s]+/g, ' ')
    }
    const list = await read('/quote-list?items=tm63-1p-c~TM63-1C10:3')
    expect(list).toMatch(/TM63-1C10 (?!\S*10\S)/)
    const filters = await read('/products/mcb')
    expect(filters).toMatch(/Poles Poles \[ \] 1, 1 product\b/)
    expect(await read('/')).toMatch(/Products See our solutions/)
  })
})
