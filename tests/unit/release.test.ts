import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { releaseChangelog } from '../../scripts/changelog.ts'
import { listProductionPackages } from '../../scripts/production-packages.ts'
import { contents, releaseManifest } from '../../scripts/release.ts'

const today = '2026-02-03'

function changelog(unreleased: string, rest = '') {
  return `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n\n${rest}`
}

describe('the changelog of a release', () => {
  const first = '## [1.0.0] - 2026-01-01\n\n- The site.\n'

  test('has what was unreleased under the version and the day, and room for what comes', () => {
    const { text, notes, date } = releaseChangelog(
      changelog('### Added\n\n- A map.', first),
      '1.1.0',
      today,
    )
    expect(text).toBe(
      `# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - ${today}\n\n### Added\n\n- A map.\n\n${first}`,
    )
    expect(notes).toBe('### Added\n\n- A map.')
    expect(date).toBe(today)
  })

  test('stays as it is when the release is made again', () => {
    const once = releaseChangelog(changelog('- A map.', first), '1.1.0', today)
    expect(releaseChangelog(once.text, '1.1.0', '2026-03-04')).toEqual(once)
  })

  test('gives an undated version the day', () => {
    const { text } = releaseChangelog(changelog('', '## [1.0.0]\n\n- The site.\n'), '1.0.0', today)
    expect(text).toContain(`## [1.0.0] - ${today}\n`)
  })

  test.each([
    ['entries that no version has', changelog('- A map.', first), '1.0.0', 'besides [1.0.0]'],
    ['no entries', changelog('', first), '1.1.0', 'no entries for 1.1.0'],
    ['no section for them', first, '1.1.0', 'no section [Unreleased]'],
  ])('is refused with %s', (_, text, version, message) => {
    expect(() => releaseChangelog(text, version, today)).toThrow(message)
  })

  test('can be made of the one of this project', () => {
    const heading = '## [Unreleased]\n'
    const text = readFileSync('CHANGELOG.md', 'utf8').replace(heading, `${heading}\n- A map.\n`)
    expect(releaseChangelog(text, '99.0.0', today).notes).toMatch(/^- A map\.(\n|$)/)
  })
})

test('the archive has the files that its documents name, and commands that need no source', () => {
  expect(contents).toEqual(expect.arrayContaining(['brand', '.env.example']))
  const text = readFileSync('package.json', 'utf8')
  const { scripts, ...rest } = z.looseObject({}).parse(JSON.parse(releaseManifest(text)))
  expect(scripts).toEqual({
    start: 'node build/server/main.js',
    content: 'node build/server/content-service.js',
    doctor: 'node build/server/doctor.js',
  })
  expect(JSON.parse(text)).toMatchObject(rest)
})

const isDocumentedPlatform = process.platform === 'linux' && process.arch === 'x64'

test.runIf(isDocumentedPlatform)(
  'the licences of the packages of production are documented',
  () => {
    const stated = z.object({ license: z.string() })
    const counts = new Map<string, number>()
    for (const place of listProductionPackages()) {
      const { license } = stated.parse(JSON.parse(readFileSync(`${place}/package.json`, 'utf8')))
      counts.set(license, (counts.get(license) ?? 0) + 1)
    }
    const table = readFileSync('docs/licences.md', 'utf8').matchAll(/^\| (\S.*?) +\| (\d+) +\|$/gm)
    const documented = [...table].map(([, license, count]) => [license, Number(count)])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(counts))
  },
)
