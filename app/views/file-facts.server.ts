import {
  type DocumentKind,
  documentKindOf,
  languageOfFile,
} from '@site/product-search/document-kinds'
import { archivePath } from '../addresses'
import { inLanguage, languages, type Language } from '../language/languages'
import { type PostFile, type Content, optional } from '../content/content.server'
import type { DocumentFacts, FileCount } from '@site/product-search/types'
import { formatDate } from '../language/format'
import { formatBytes } from '../language/format-bytes'
import { dayIn } from '@site/arabic-text/local-time'
import type { PostView } from './post-view.server'

/** The facts about a file that lists of files show. */
export interface FileFacts {
  kind: DocumentKind
  /** The language of its content; empty if unknown. */
  fileLanguage: Language | 'both' | ''
  /** The file type, such as "PDF"; possibly empty. */
  type: string
  /** Formatted, or empty if unknown. */
  size: string
  /** When it was last modified, formatted; empty if unknown. */
  date: string
}

/** Builds the view of what the search index knows of a file; the rest is guessed from its name and title. */
export function fileFactsOf(
  { fileName, fileTitle }: PostFile,
  known: Partial<DocumentFacts>,
  { lang, timeZone }: Pick<Content, 'lang' | 'timeZone'>,
): FileFacts {
  const { size, modifiedAt = '' } = known
  return {
    kind: known.kind ?? documentKindOf(fileName, fileTitle),
    fileLanguage: known.fileLanguage ?? languageOfFile(fileName, fileTitle),
    type: /\.(\w{1,5})$/.exec(fileName)?.[1]?.toUpperCase() ?? '',
    size: size === undefined ? '' : formatBytes(size, lang),
    date: formatDate(dayIn(modifiedAt, timeZone), lang),
  }
}

/** A post for its own screen, with its files as far as they can be downloaded. */
export type WithFiles<P extends PostView> = Omit<P, 'postFiles'> & {
  postFiles: (PostFile & { facts: FileFacts })[]
}

/** Reads what the search index knows of files, for their names. */
async function knownFiles(files: PostFile[], content: Pick<Content, 'readIndex'>) {
  const names = files.map(({ fileName }) => fileName)
  const read = () => content.readIndex({ needs: 'filled' }, (index) => index.filesOf(names))
  const known = names.length > 0 ? await optional(read()) : null
  return (name: string) => known?.found.get(name) ?? {}
}

/** Adds what the search index knows of a post's files, and leaves out those that it knows to be missing. */
export async function withFiles<P extends PostView>(
  post: P,
  content: Pick<Content, 'lang' | 'readIndex' | 'timeZone'>,
): Promise<WithFiles<P>> {
  const known = await knownFiles(post.postFiles, content)
  const postFiles = post.postFiles.flatMap((file) => {
    const { isMissing, ...facts } = known(file.fileName)
    return isMissing ? [] : [{ ...file, facts: fileFactsOf(file, facts, content) }]
  })
  return { ...post, postFiles }
}

/** A link to all files of a screen as a ZIP. */
export interface ArchiveLink {
  href: string
  text: string
}

/** The size of an ordinary sheet, which is known only once it has been made, in bytes. */
const sheetBytes = 60_000

/**
 * Builds the link to a ZIP of files and of the sheets that the site makes of products, if it does.
 * @param path of the screen
 * @param query selects what it shows
 * @returns null for fewer than two files, which need no ZIP
 */
export function archiveLinkOf(
  { lang, t, hasSheets }: Pick<Content, 'lang' | 't' | 'hasSheets'>,
  files: FileCount,
  { path, query = '', products }: { path: string; query?: string; products: number },
): ArchiveLink | null {
  const sheets = hasSheets ? products : 0
  const count = files.count + sheets
  if (count < 2) return null
  const bytes = files.bytes === null ? null : files.bytes + sheets * sheetBytes
  const size = bytes === null ? '' : languages[lang].comma + formatBytes(bytes, lang)
  const href = inLanguage(archivePath(path) + query, lang)
  return { href, text: t('archive.link', { count, size }) }
}

/** Counts the files that posts have together, and adds up their sizes, as far as the search index knows. */
export async function countFiles(
  posts: { postFiles: PostFile[] }[],
  content: Pick<Content, 'readIndex'>,
): Promise<FileCount> {
  const files = posts.flatMap(({ postFiles }) => postFiles)
  const known = await knownFiles(files, content)
  const names = new Set(files.map(({ fileName }) => fileName))
  const there = [...names].map(known).filter(({ isMissing }) => !isMissing)
  const bytes = there.reduce((sum, { size = NaN }) => sum + size, 0)
  return { count: there.length, bytes: Number.isNaN(bytes) ? null : bytes }
}

/** Whether any product or solution has documents, as far as the search index knows. */
export async function findHasDocuments(content: Pick<Content, 'lang' | 'readIndex'>) {
  const question = { text: '', language: content.lang, offset: 0, limit: 1 }
  const read = content.readIndex({ needs: 'filled' }, (index) => index.documents(question))
  return ((await optional(read))?.found.total ?? 0) > 0
}
