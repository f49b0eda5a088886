import { getSite } from '../../server/site.ts'
import { formatBytes } from '../language/format'
import type { Language } from '../language/languages'
import { optional, type PostFile } from './content.server'

/**
 * The sizes of a post's files, formatted, as far as the search index knows them.
 * @returns by file name
 */
export async function findFileSizes(
  files: PostFile[],
  language: Language,
): Promise<Record<string, string>> {
  if (files.length === 0) return {}
  const names = files.map(({ fileName }) => fileName)
  const sizes = (await optional(getSite().search.sizesOf(names))) ?? new Map<string, number>()
  return Object.fromEntries([...sizes].map(([name, bytes]) => [name, formatBytes(bytes, language)]))
}
