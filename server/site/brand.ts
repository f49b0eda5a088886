import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError, countryCode } from '../config.ts'
import type { ContentLanguage } from '../content/content-types.ts'
import { defaultTimeZone, isTimeZone, type TimeZone } from '@site/arabic-text/local-time'
import { openDaysOf, parseOpeningHours } from '@site/arabic-text/opening-hours'
import { isInside, leadsOutside } from '@site/content-folder/walk-files'
import { runtimeFolders } from '../folders.ts'

/** The colour names in a brand's tokens.css, without their dashes. */
const colourNames = [
  ...(['paper', 'paper-deep', 'paper-picture', 'ink', 'ink-soft', 'line', 'line-strong'] as const),
  ...(['accent', 'accent-line', 'signal', 'fault', 'action', 'on-action'] as const),
  ...(['band', 'on-band', 'on-band-soft', 'on-band-accent'] as const),
] as const

type ColourName = (typeof colourNames)[number]

/**
 * Colours as #rrggbb. A missing dark colour falls back to the light one, a missing light colour to the stylesheet's.
 */
type Tokens = Record<'light' | 'dark', Partial<Record<ColourName, string>>>

const block = /^:root\s*\{([^{}]*)\}\s*/
const darkBlock =
  /^@media\s*\(\s*prefers-color-scheme:\s*dark\s*\)\s*\{\s*:root\s*\{([^{}]*)\}\s*\}\s*/
const declaration = /^--([\w-]+)\s*:\s*(#[0-9a-f]{6})$/i

/**
 * Parses a tokens.css: colours as custom properties in `:root`, and in `:root` within `@media (prefers-color-scheme:
 * dark)`.
 * @throws Error whose message names the fault
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

/** Writes a stylesheet that sets the colours, in the cascade layer that the site's stylesheet reserves for them. */
export function stylesheetOf({ light, dark }: Tokens) {
  const root = (colours: Tokens['light']) =>
    `:root{${Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')}}`
  return `@layer brand{${root(light)}@media (prefers-color-scheme:dark){${root({ ...light, ...dark })}}}`
}

/** Max. size of a brand's picture, bytes. */
const maxBytes = 500_000

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const icoSignature = Buffer.from('00000100', 'hex')

const number = '\\d*\\.?\\d+'
const separator = '[\\s,]+'
/** The last two groups are the size. */
const viewBox = new RegExp(
  `^<svg[^>]*\\sviewBox=["']\\s*-?${number}${separator}-?${number}${separator}(${number})${separator}(${number})\\s*["']`,
)

/**
 * Checks a brand's picture without decoding it.
 * @param type its media type
 * @returns the fault, or null
 */
function pictureProblem(bytes: Buffer, type: string): string | null {
  if (bytes.length > maxBytes) return `is larger than ${maxBytes / 1000} kB`
  if (type === 'image/png') return bytes.subarray(0, 8).equals(pngSignature) ? null : 'is not a PNG'
  if (type === 'image/x-icon')
    return bytes.subarray(0, 4).equals(icoSignature) ? null : 'is not an ICO'
  return svgProblem(bytes)
}

/** Reads the size of an SVG in its own units from its viewBox. @returns null without one */
function sizeOfSvg(bytes: Buffer) {
  const [, width, height] = viewBox.exec(markupOf(bytes)) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

function markupOf(svg: Buffer) {
  const unread = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<!DOCTYPE[^>]*>/g
  return svg.toString('utf8').replace(unread, '').trim()
}

/** Rejects what would not work: scripts do not run in an image, and files of other sites do not load. */
function svgProblem(bytes: Buffer) {
  const markup = markupOf(bytes)
  if (!/^<svg[\s>]/.test(markup)) return 'is not an SVG: it must start with <svg'
  if (!sizeOfSvg(bytes)) return 'has no viewBox of four numbers'
  if (/<script|\son\w+=|javascript:/i.test(markup)) return 'contains a script'
  if (/(?:href=["']|url\(["']?|@import)\s*(?!["']?#|data:image\/)\S/i.test(markup)) {
    return 'loads another file: embed it'
  }
  return isBalanced(markup) ? null : 'is not well-formed: an element is not closed'
}

function isBalanced(markup: string) {
  const open: string[] = []
  for (const [, slash, name = '', selfClosing] of markup.matchAll(
    /<(\/?)([\w:.-]+)(?:"[^"]*"|'[^']*'|[^'">])*?(\/?)>/g,
  )) {
    if (slash && open.pop() !== name) return false
    if (!slash && !selfClosing) open.push(name)
  }
  return open.length === 0
}

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #16202b')

function textPerLanguage(maxLength: number) {
  const message = `must be a text of 1 to ${maxLength} characters`
  const text = z.string(message).trim().min(1, message).max(maxLength, message)
  return z.strictObject({ Ar: text, En: text })
}

/** The number as the authority writes it: digits, in some countries with letters. */
const registration = z
  .string()
  .regex(/^[\p{L}\d][\p{L}\d ./-]{0,39}$/u, 'must be a text of 1 to 40 letters and digits')

const brandSchema = z.strictObject({
  /** The company's name, for footer, share cards and address books. */
  name: textPerLanguage(120).optional(),
  /** Used in page titles and beside the mark; default: the name. */
  shortName: textPerLanguage(40).optional(),
  /** The colour of the browser's frame; default: the stylesheet's `--band`. */
  themeColor: z.strictObject({ light: colour, dark: colour }).optional(),
  /** The country of phone numbers without a country code. */
  country: countryCode.optional(),
  /** The time zone of all dates; default: Riyadh's. */
  timeZone: z
    .strictObject({
      zone: z.string().refine(isTimeZone, 'must be an IANA time zone, such as Asia/Riyadh'),
      /** The city by whose name times in messages are told: "16:51 (Riyadh time)". */
      city: textPerLanguage(40),
    })
    .optional(),
  /** A sentence that says when enquiries are answered. */
  answerTime: textPerLanguage(200).optional(),
  /** The same for a date: within how many working days, and which days of the week these are. */
  answerDays: z
    .strictObject({
      within: z.int().min(1).max(30),
      workDays: z.string().transform((text, context) => {
        const days = openDaysOf(parseOpeningHours(`${text} 00:00-24:00`))
        if (days.length === 0) context.addIssue('must be days of the week, such as Su-Th')
        return days
      }),
    })
    .optional(),
  /** Numbers of the company's registrations, for the footer. */
  commercialRegistration: registration.optional(),
  vatNumber: registration.optional(),
})

/** A file of a brand, as visitors receive it. */
interface BrandFile {
  bytes: Buffer
  type: string
}

export type BrandFileName = keyof typeof fileTypes

/** The files that visitors may request, by the last part of their address. */
const fileTypes = {
  'tokens.css': 'text/css; charset=utf-8',
  'mark.svg': 'image/svg+xml',
  'favicon.ico': 'image/x-icon',
  'icon.svg': 'image/svg+xml',
  'apple-touch-icon.png': 'image/png',
  'icon-192.png': 'image/png',
  'icon-512.png': 'image/png',
  'icon-maskable-512.png': 'image/png',
} as const

/** The company-specific part of the site. Missing parts come from the content, or are not shown. */
export interface Brand {
  name: Readonly<Record<ContentLanguage, string>> | null
  shortName: Readonly<Record<ContentLanguage, string>> | null
  themeColor: { light: string; dark: string }
  country: string | undefined
  timeZone: TimeZone
  answerTime: Readonly<Record<ContentLanguage, string>> | null
  /** Within how many working days enquiries are answered, and the days of the week, 0 to 6 from Sunday. */
  answerDays: { within: number; workDays: readonly number[] } | null
  commercialRegistration: string | undefined
  vatNumber: string | undefined
  /** The size of mark.svg, in its own units; null without one. */
  markSize: { width: number; height: number } | null
  /** The colours of the light scheme. */
  colours: Record<ColourName, string>
  /** A hash of the files, so that their addresses change with them. */
  version: string
  files: ReadonlyMap<string, BrandFile>
}

/** The built-in brand belongs to the sample company. */
export const builtInFolder = runtimeFolders.brand

/**
 * Reads a brand folder: brand.json, mark.svg, tokens.css and icons/, each optional.
 * @param folder null for no brand: names come from the content, and no mark is shown
 * @param within folders in which its files may be: links lead to no others
 * @throws ConfigError with one line that names the file
 */
export function readBrand(folder: string | null, within = folder === null ? [] : [folder]): Brand {
  const { light, dark } = readTokens(builtInFolder, [builtInFolder]) ?? { light: {}, dark: {} }
  if (folder !== null && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw fault(`BRAND_DIR ${folder}`, 'is not a folder')
  const settings = folder === null ? {} : readSettings(path.join(folder, 'brand.json'), within)
  const tokens = folder === null || folder === builtInFolder ? null : readTokens(folder, within)
  const files = folder === null ? new Map<string, BrandFile>() : readPictures(folder, within)
  if (tokens) {
    files.set('tokens.css', {
      bytes: Buffer.from(stylesheetOf(tokens)),
      type: fileTypes['tokens.css'],
    })
  }
  // The built-in file has every colour of the light scheme; a test checks that.
  const colours = { ...light, ...tokens?.light } as Brand['colours']
  const mark = files.get('mark.svg')
  const band = { light: colours.band, dark: tokens?.dark.band ?? tokens?.light.band ?? dark.band }
  return {
    name: settings.name ?? null,
    shortName: settings.shortName ?? settings.name ?? null,
    themeColor: settings.themeColor ?? { light: band.light, dark: band.dark ?? band.light },
    country: settings.country,
    timeZone: settings.timeZone ?? defaultTimeZone,
    answerTime: settings.answerTime ?? null,
    answerDays: settings.answerDays ?? null,
    commercialRegistration: settings.commercialRegistration,
    vatNumber: settings.vatNumber,
    markSize: mark ? sizeOfSvg(mark.bytes) : null,
    colours,
    version: versionOf(files),
    files,
  }
}

/** @throws ConfigError for a link that leads out of all folders */
function isThere(file: string, within: readonly string[]) {
  if (existsSync(file) && !isInside(file, within)) throw fault(file, leadsOutside)
  return existsSync(file)
}

function readSettings(file: string, within: readonly string[]) {
  if (!isThere(file, within)) return {}
  const parsed = brandSchema.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw fault(file, `${issue?.path.join('.')} ${issue?.message}`.trim())
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw fault(file, `${problem}: ${messageOf(error)}`)
  }
}

function readTokens(folder: string, within: readonly string[]): Tokens | null {
  const file = path.join(folder, 'tokens.css')
  if (!isThere(file, within)) return null
  try {
    return parseTokens(readFileSync(file, 'utf8'))
  } catch (error) {
    throw fault(file, messageOf(error))
  }
}

function readPictures(folder: string, within: readonly string[]) {
  const files = new Map<string, BrandFile>()
  for (const [name, type] of Object.entries(fileTypes)) {
    const file = path.join(folder, name === 'mark.svg' ? '' : 'icons', name)
    if (name === 'tokens.css' || !isThere(file, within)) continue
    const bytes = readFileSync(file)
    const problem = pictureProblem(bytes, type)
    if (problem) throw fault(file, problem)
    files.set(name, { bytes, type })
  }
  return files
}

function versionOf(files: ReadonlyMap<string, BrandFile>) {
  const digests = [...files].map(([name, { bytes }]) => name + hash('sha256', bytes))
  return hash('sha256', digests.join()).slice(0, 8)
}

function fault(file: string, problem: string) {
  return new ConfigError(`${file} ${problem}. Correct it and start again.`)
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
