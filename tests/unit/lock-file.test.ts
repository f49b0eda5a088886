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

/** The versions of all installed copies of a library, direct or transitive. */
function versionsOf(library: string) {
  return Object.entries(packages)
    .filter(([place]) => place.endsWith(`node_modules/${library}`))
    .map(([, { version }]) => version ?? 'none')
}

/** Whether a version is a release, and the lowest or a later one. */
function isAtLeast(lowest: string) {
  const minimum = lowest.split('.').map(Number)
  return (version: string) => {
    if (!/^\d+\.\d+\.\d+$/.test(version)) return false
    const difference = version
      .split('.')
      .map((part, at) => Number(part) - (minimum[at] ?? 0))
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
  ['hast-util-sanitize', '5.0.2'],
])(
  'every installed copy of %s is %s or later, which has known security fixes',
  (library, lowest) => {
    const versions = versionsOf(library)
    expect(versions).not.toEqual([])
    expect(versions.filter((version) => !isAtLeast(lowest)(version))).toEqual([])
  },
)

test('Remix has single fetch and lazy route discovery disabled', () => {
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
])('%s is 1.23.4 or later: %s', (version, isLater) => {
  expect(isAtLeast('1.23.4')(version)).toBe(isLater)
})
