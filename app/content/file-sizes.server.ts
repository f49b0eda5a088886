import { formatBytes } from '../language/format'
import { optional, type Content, type PostFile } from './content.server'

/**
 * The sizes of a post's files, formatted, as far as the search index knows them.
 * @returns by file name
 */
export async function findFileSizes(
  files: PostFile[],
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Record<string, string>> {
  if (files.length === 0) return {}
  const names = files.map(({ fileName }) => fileName)
  const sizes = await optional(readIndex({ needs: 'filled' }, (index) => index.sizesOf(names)))
  return Object.fromEntries(
    [...(sizes?.found ?? [])].map(([name, bytes]) => [name, formatBytes(bytes, lang)]),
  )
}
