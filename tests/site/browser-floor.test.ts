import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const assets = 'build/client/assets'
const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
const stylesheets = readdirSync(assets).filter((file) => file.endsWith('.css'))

/**
 * What the build cannot lower to the oldest supported browsers: patterns, a syntax error in Safari before 16.4 (and
 * their module does not run), and methods, which libraries bring along, too.
 */
const newer = [
  String.raw`\(\?<[=!]`,
  String.raw`\(\?[ims]+(?:-[ims]+)?:`,
  String.raw`\.(?:findLast|findLastIndex|toReversed|toSorted|toSpliced|isWellFormed|toWellFormed)\b`,
  String.raw`\b(?:Array\.fromAsync|Map\.groupBy|Object\.groupBy|Promise\.(?:try|withResolvers))\b`,
  String.raw`\b(?:URL\.(?:canParse|parse)|Intl\.(?:Segmenter|DurationFormat)|RegExp\.escape)\b`,
  String.raw`\.(?:requestSubmit|checkVisibility)\b`,
]

test('the scripts that browsers get, libraries included, are as old as the oldest supported browsers', () => {
  expect(scripts.length).toBeGreaterThan(30)
  const pattern = new RegExp(newer.join('|'), 'g')
  expect('x.findLast(y), /(?<!a)b/, Object.groupBy(a, b)'.match(pattern)).toHaveLength(3)
  const found = scripts.flatMap((file) =>
    (readFileSync(`${assets}/${file}`, 'utf8').match(pattern) ?? []).map(
      (text) => `${file}: ${text}`,
    ),
  )
  expect(found).toEqual([])
})

test('stylesheets are flat, and ask for sizes as the oldest supported browsers know', () => {
  expect(stylesheets.length).toBe(8)
  for (const file of stylesheets) {
    const css = readFileSync(`${assets}/${file}`, 'utf8')
    expect(css).not.toContain('&')
    expect(css.match(/@media[^{]*(?:[<>]|not \()[^{]*/g) ?? []).toEqual([])
    // Each container query has a media query before it.
    const containers = css.match(/@container/g)?.length ?? 0
    const fallbacks = css.match(/@supports not \(container-type: ?inline-size\)/g)?.length ?? 0
    expect(fallbacks, file).toBe(containers)
  }
})
