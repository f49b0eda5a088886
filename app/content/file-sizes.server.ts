import { formatBytes } from '../language/format'
import { optional, type Content, type PostFile } from './content.server'

/**
 * The sizes of a post's files, formatted, as far as the search index knows them.
 * @returns in the order of the files; empty where it is unknown
 */
export async function findFileSizes(
  files: PostFile[],
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<string[]> {
  if (files.length === 0) return []
  const names = files.map(({ fileName }) => fileName)
  const sizes = await optional(readIndex({ needs: 'filled' }, (index) => index.sizesOf(names)))
  const bytesOf = new Map(sizes?.found ?? [])
  return names.map((name) => {
    const bytes = bytesOf.get(name)
    return bytes === undefined ? '' : formatBytes(bytes, lang)
  })
}
