/** The colours of a brand: the names in its tokens.css, without their dashes. */
const colourNames = [
  ...(['paper', 'paper-deep', 'paper-picture', 'ink', 'ink-soft', 'line', 'line-strong'] as const),
  ...(['accent', 'accent-line', 'signal', 'fault', 'action', 'on-action'] as const),
  ...(['band', 'on-band', 'on-band-soft', 'on-band-accent'] as const),
] as const

export type ColourName = (typeof colourNames)[number]

/** Colours as #rrggbb. A colour that a scheme lacks is that of the light one, or of the stylesheet. */
export type Tokens = Record<'light' | 'dark', Partial<Record<ColourName, string>>>

const block = /^:root\s*\{([^{}]*)\}\s*/
const darkBlock =
  /^@media\s*\(\s*prefers-color-scheme:\s*dark\s*\)\s*\{\s*:root\s*\{([^{}]*)\}\s*\}\s*/
const declaration = /^--([\w-]+)\s*:\s*(#[0-9a-f]{6})$/i

/**
 * Parses a tokens.css: colours as custom properties in `:root`, and in `:root` within
 * `@media (prefers-color-scheme: dark)`.
 * @throws Error with a message that says what is wrong
 */
export function parseTokens(css: string): Tokens {
  const tokens: Tokens = { light: {}, dark: {} }
  let rest = css.replace(/\/\*[^]*?\*\//g, '').trim()
  while (rest !== '') {
    const [light, dark] = [block.exec(rest), darkBlock.exec(rest)]
    const match = light ?? dark
    if (!match)
      throw new Error(
        `only :root blocks with custom properties are allowed, not "${startOf(rest)}"`,
      )
    readDeclarations(match[1] ?? '', tokens[light ? 'light' : 'dark'])
    rest = rest.slice(match[0].length)
  }
  return tokens
}

function readDeclarations(text: string, colours: Tokens['light']) {
  for (const part of text.split(';').map((entry) => entry.trim())) {
    if (part === '') continue
    const [, name = '', value = ''] = declaration.exec(part) ?? []
    const known = colourNames.find((colour) => colour === name)
    if (!known) {
      throw new Error(
        `"${startOf(part)}" is not a colour such as --ink: #16202b; the names are ${colourNames.join(', ')}`,
      )
    }
    colours[known] = value
  }
}

function startOf(text: string) {
  return text.split('\n')[0]?.slice(0, 60) ?? ''
}

/** A stylesheet that sets the colours, in the cascade layer that the site's stylesheet has for them. */
export function stylesheetOf({ light, dark }: Tokens) {
  const root = (colours: Tokens['light']) =>
    `:root{${Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`
  return `@layer brand{${root(light)}@media (prefers-color-scheme:dark){${root({ ...light, ...dark })}}}`
}
