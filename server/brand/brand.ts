import { hash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError, countryCode } from '../config.ts'
import { runtimeFolders } from '../process/runtime-folders.ts'
import { pictureProblem, sizeOfSvg } from './picture-problem.ts'
import { parseTokens, stylesheetOf, type ColourName, type Tokens } from './tokens.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #16202b')

function textPerLanguage(maxLength: number) {
  const message = `must be a text of 1 to ${maxLength} characters`
  const text = z.string(message).trim().min(1, message).max(maxLength, message)
  return z.strictObject({ Ar: text, En: text })
}

const brandSchema = z.strictObject({
  /** The company's name, for footer, share cards and address books. */
  name: textPerLanguage(120).optional(),
  /** For page titles and beside the mark; the name if there is none. */
  shortName: textPerLanguage(40).optional(),
  /** The colour of the browser's frame; the stylesheet's `--band` if there is none. */
  themeColor: z.strictObject({ light: colour, dark: colour }).optional(),
  /** The country of phone numbers without a country code. */
  country: countryCode.optional(),
  /** A sentence that says when an enquiry is answered. */
  answerTime: textPerLanguage(200).optional(),
})

/** A file of a brand, as visitors get it. */
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

/** What makes the site one company's. What a brand lacks comes from the content, or is not shown. */
export interface Brand {
  name: Readonly<Record<'Ar' | 'En', string>> | null
  shortName: Readonly<Record<'Ar' | 'En', string>> | null
  themeColor: { light: string; dark: string }
  country: string | undefined
  answerTime: Readonly<Record<'Ar' | 'En', string>> | null
  /** The shape of mark.svg, in its own units; null without one. */
  markSize: { width: number; height: number } | null
  /** The colours of the light scheme. */
  colours: Record<ColourName, string>
  /** Equal for equal files, so that their addresses change with them. */
  version: string
  files: ReadonlyMap<string, BrandFile>
}

/** The built-in brand is that of the sample company. */
export const builtInFolder = runtimeFolders.brand

/**
 * Reads a brand folder: brand.json, mark.svg, tokens.css and icons/, each optional.
 * @param folder null for no brand: names come from the content, and no mark is shown
 * @throws ConfigError with one line that names the file
 */
export function readBrand(folder: string | null): Brand {
  const { light, dark } = readTokens(builtInFolder) ?? { light: {}, dark: {} }
  if (folder !== null && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw fault(`BRAND_DIR ${folder}`, 'is not a folder')
  const settings = folder === null ? {} : readSettings(path.join(folder, 'brand.json'))
  const tokens = folder === null || folder === builtInFolder ? null : readTokens(folder)
  const files = folder === null ? new Map<string, BrandFile>() : readPictures(folder)
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
    answerTime: settings.answerTime ?? null,
    markSize: mark ? sizeOfSvg(mark.bytes) : null,
    colours,
    version: versionOf(files),
    files,
  }
}

function readSettings(file: string) {
  if (!existsSync(file)) return {}
  const parsed = brandSchema.safeParse(parseJson(file))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw fault(file, `${issue?.path.join('.')} ${issue?.message}`.trim())
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw fault(file, `is not JSON: ${messageOf(error)}`)
  }
}

function readTokens(folder: string): Tokens | null {
  const file = path.join(folder, 'tokens.css')
  if (!existsSync(file)) return null
  try {
    return parseTokens(readFileSync(file, 'utf8'))
  } catch (error) {
    throw fault(file, messageOf(error))
  }
}

function readPictures(folder: string) {
  const files = new Map<string, BrandFile>()
  for (const [name, type] of Object.entries(fileTypes)) {
    const file = path.join(folder, name === 'mark.svg' ? '' : 'icons', name)
    if (name === 'tokens.css' || !existsSync(file)) continue
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
