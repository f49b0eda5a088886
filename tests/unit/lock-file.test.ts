import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import remixConfig from '../../remix.config.js'

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
})
const { packages } = lockSchema.parse(
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')),
)

/** The versions of every copy of a library that is installed, whoever brought it. */
function versionsOf(library: string) {
  return Object.entries(packages)
    .filter(([place]) => place.endsWith(`node_modules/${library}`))
    .map(([, { version }]) => version ?? 'none')
}

/** Whether a version is a release, and none before the lowest. */
function isAtLeast(lowest: string) {
  const wanted = lowest.split('.').map(Number)
  return (version: string) => {
    if (!/^\d+\.\d+\.\d+$/.test(version)) return false
    const difference = version
      .split('.')
      .map((part, at) => Number(part) - (wanted[at] ?? 0))
      .find((part) => part !== 0)
    return (difference ?? 0) >= 0
  }
}

test.each([
  ['@remix-run/router', '1.23.4'],
  ['react-router', '6.30.6'],
  ['react-router-dom', '6.30.6'],
  ['undici', '6.29.1'],
  ['sharp', '0.34.5'],
  ['sanitize-html', '2.17.5'],
])(
  'every copy of %s that is installed is %s or later, which carries known fixes',
  (library, lowest) => {
    const versions = versionsOf(library)
    expect(versions).not.toEqual([])
    expect(versions.filter((version) => !isAtLeast(lowest)(version))).toEqual([])
  },
)

test('Remix decodes no single fetch and hands out no manifest of routes', () => {
  expect(remixConfig?.future).toEqual({
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  })
})

test.each([
  ['1.23.4', true],
  ['1.24.0', true],
  ['2.0.0', true],
  ['1.23.3', false],
  ['0.99.99', false],
  ['1.23.4-beta.1', false],
  ['none', false],
])('1.23.4 or later: %s is %s', (version, isLater) => {
  expect(isAtLeast('1.23.4')(version)).toBe(isLater)
})
