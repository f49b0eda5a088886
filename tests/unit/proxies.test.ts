import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import type { RouteHandle } from '../../server/http/validation/route-table.ts'

const modules = import.meta.glob<{ handle?: RouteHandle }>('../../app/routes/*.{ts,tsx}')

/** An address of each route, with its handle. */
const addresses = await Promise.all(
  routes
    .filter(({ path }) => path !== undefined && path !== '*' && path !== 'fallback')
    .map(async ({ path = '', file }) => ({
      address: `/${path.replace(/:\w+\??|\*/g, 'x')}`,
      handle: (await modules[`../../app/${file}`]?.())?.handle ?? {},
    })),
)

const nginx = readFileSync('deploy/nginx.conf', 'utf8')

function patternIn(marker: RegExp) {
  const source = marker.exec(nginx)?.[1]
  if (source === undefined) throw new Error(`There is no ${String(marker)}.`)
  // PCRE writes the flag inside.
  return new RegExp(source.replace('(?i:', '(?:'), 'i')
}

test('nginx passes on the parameters of each page that has its own', () => {
  const pattern = patternIn(/"~\^\(\?:GET\|HEAD\) (\(\?i:.*)" 1;/)
  expect(addresses.length).toBeGreaterThan(50)
  const lost = addresses.filter(({ handle, address }) => handle.query && !pattern.test(address))
  expect(lost).toEqual([])
})

test('nginx keeps nothing that is one visitor’s in its cache, and no posts’ addresses', () => {
  const pattern = patternIn(/"~\*(\S+)" off;/)
  const ofOneVisitor = addresses.filter(
    ({ handle: { kind } }) => kind === 'private-page' || kind === 'page-view',
  )
  expect(ofOneVisitor.length).toBeGreaterThan(3)
  expect(ofOneVisitor.filter(({ address }) => !pattern.test(address))).toEqual([])
})
