import {
  type DocumentKind,
  documentKindOf,
  languageOfFile,
} from '@site/product-search/document-kinds'
import type { Language } from '../language/languages'
import { type PostFile, type Content, optional } from '../content/content.server'
import type { DocumentFacts } from '@site/product-search/types'
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

/** Adds what the search index knows of a post's files, and leaves out those that it knows to be missing. */
export async function withFiles<P extends PostView>(
  post: P,
  content: Pick<Content, 'lang' | 'readIndex' | 'timeZone'>,
): Promise<WithFiles<P>> {
  const names = post.postFiles.map(({ fileName }) => fileName)
  const read = () => content.readIndex({ needs: 'filled' }, (index) => index.filesOf(names))
  const known = names.length > 0 ? await optional(read()) : null
  const postFiles = post.postFiles.flatMap((file) => {
    const { isMissing, ...facts } = known?.found.get(file.fileName) ?? {}
    return isMissing ? [] : [{ ...file, facts: fileFactsOf(file, facts, content) }]
  })
  return { ...post, postFiles }
}

/** Whether any product or solution has documents, as far as the search index knows. */
export async function findHasDocuments(content: Pick<Content, 'lang' | 'readIndex'>) {
  const question = { text: '', language: content.lang, offset: 0, limit: 1 }
  const read = content.readIndex({ needs: 'filled' }, (index) => index.documents(question))
  return ((await optional(read))?.found.total ?? 0) > 0
}
