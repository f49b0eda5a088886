import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** The colours of a brand by token name, in one colour scheme. */
type Tokens = Record<string, string>

const grounds = ['paper', 'paper-deep', 'paper-picture']

/** WCAG 2.2, 1.4.3: text, of which some is small. */
const text = 4.5
/** WCAG 2.2, 1.4.11: icons, focus outlines, borders that say where something is. */
const graphics = 3
/** Hairlines between items carry no meaning of their own, but have to be seen. */
const hairlines = 1.3

/** Which token is seen on which, and the contrast that its role needs. */
const roles: [role: string, tokens: string[], on: string[], contrast: number][] = [
  ['text', ['ink', 'ink-soft'], grounds, text],
  ['links', ['accent'], grounds, text],
  ['states, such as "open now"', ['signal'], grounds, text],
  ['what has to be corrected in a form', ['fault'], grounds, text],
  ['text on a band', ['on-band', 'on-band-soft', 'on-band-accent'], ['band'], text],
  ['a button', ['on-action'], ['action'], text],
  ['a button under the pointer', ['paper'], ['accent'], text],
  ['icons and focus outlines', ['accent-line'], grounds, graphics],
  ['strong lines', ['line-strong'], grounds, graphics],
  ['a button’s edge', ['action'], grounds, graphics],
  ['hairlines', ['line'], grounds, hairlines],
]

const files = ['brand/tokens.css', 'tests/other-company/brand/tokens.css'].filter(existsSync)

/** The dark scheme changes some of the light one's tokens. */
function readSchemes(file: string): [scheme: string, tokens: Tokens][] {
  const css = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '')
  const [light = '', dark = ''] = css.split(/@media \(prefers-color-scheme: dark\)/)
  return [
    ['light', tokensIn(light)],
    ['dark', { ...tokensIn(light), ...tokensIn(dark) }],
  ]
}

function tokensIn(css: string): Tokens {
  const declarations = css.matchAll(/--([\w-]+):\s*([^;]+);/g)
  return Object.fromEntries(Array.from(declarations, ([, name = '', value = '']) => [name, value]))
}

/** The relative luminance of WCAG 2.2 of a colour such as "#0c2530". */
function luminanceOf(colour: string) {
  expect(colour).toMatch(/^#[0-9a-f]{6}$/i)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string) {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(files)('the colours of %s can be told apart', (file) => {
  describe.each(readSchemes(file))('in the %s scheme', (_, tokens) => {
    test.each(roles)('%s', (_, names, on, contrast) => {
      for (const name of names) {
        for (const ground of on) {
          const found = contrastOf(tokens[name] ?? '', tokens[ground] ?? '')
          expect(found, `--${name} on --${ground}`).toBeGreaterThanOrEqual(contrast)
        }
      }
    })
  })
})

test.each(files)('%s has every token', (file) => {
  const needed = roles.flatMap(([, names, on]) => [...names, ...on])
  for (const [, tokens] of readSchemes(file)) {
    expect(Object.keys(tokens)).toEqual(expect.arrayContaining(needed))
  }
})
