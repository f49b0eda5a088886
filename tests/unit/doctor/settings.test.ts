import { expect, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { checkSettings } from '../../../server/doctor/settings.ts'

const good = {
  SECRET: 'only-for-the-tests',
  PUBLIC_URL: 'https://www.example.com',
  TRUST_PROXY: '10.0.0.5',
}

function complaintsOf(variables: Record<string, string>) {
  return checkSettings(parseConfig({ ...good, ...variables }))
    .filter(({ level }) => level !== 'ok' && level !== 'info')
    .map(({ level, subject }) => `${level} ${subject}`)
}

test('settings that are fit for production are not complained about', () => {
  expect(complaintsOf({})).toEqual([])
  expect(complaintsOf({ OPS_HOST: '0.0.0.0', OPS_TOKEN: 'only-for-the-tests' })).toEqual([])
  expect(complaintsOf({ OPS_HOST: '0.0.0.0', OPS_PORT: '0' })).toEqual([])
})

test.each([
  ['SECRET', { SECRET: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://www.example.com' }],
  ['TRUST_PROXY', { TRUST_PROXY: '' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.5,::/0' }],
  ['OPS_HOST', { OPS_HOST: '0.0.0.0' }],
  ['OPS_HOST', { OPS_HOST: 'site.internal' }],
  ['CONTENT_CACHE_TTL_S', { CONTENT_CACHE_TTL_S: '0' }],
  ['CONTENT_STALE_S', { CONTENT_STALE_S: '0' }],
  ['PAGE_CACHE_MB', { PAGE_CACHE_MB: '0' }],
])('%s is warned of with %o', (variable, variables) => {
  expect(complaintsOf(variables)).toEqual([`warning ${variable}`])
})

test('a brand folder that is not there is an error', () => {
  expect(complaintsOf({ BRAND_DIR: '/nowhere/at-all' })).toEqual(['error BRAND_DIR'])
})
