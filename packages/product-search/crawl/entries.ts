import { openDaysOf, parseOpeningHours } from '@site/arabic-text/opening-hours'
import { plainText } from '@site/arabic-text/characters'
import { documentKindOf, languageOfFile } from '../document-kinds.ts'
import type { ContentLanguage, DocumentFacts, SearchEntry, Spec, Variant } from '../types.ts'
import type { FoundType, LoadedPost, PostFile } from './content.ts'

/**
 * Max. length of a post's specifications, including its variants', in UTF-16 units. The full ordering tables of
 * ordinary products have half of it; the details of a post may have a million.
 */
const maxSpecLength = 100_000

/** The position of a post, which the post itself does not contain. */
interface EntryPlace {
  language: ContentLanguage
  /** Index in the API's order. */
  position: number
  /** Title of the parent. */
  parentTitle: string
}

/** Returns a post's kind in the index, and its parent. */
export function identityOf({ kind, screen }: FoundType, { postID, parentID }: LoadedPost) {
  return { kind, id: screen ? `${screen}#${postID}` : postID, parentId: screen ?? parentID }
}

/** Builds the index entry of a post. */
export function entryOf(found: FoundType, post: LoadedPost, place: EntryPlace): SearchEntry {
  const { postSpecs = [], postVariants = [], openingHours = '' } = post
  return {
    ...identityOf(found, post),
    ...place,
    title: post.postTitle,
    subTitle: post.postSubTitle,
    image: post.postImage,
    date: post.postDate,
    ...limitSpecs([...postSpecs, ...openDaysSpec(openingHours, place.language)], postVariants),
    text: searchTextOf(post),
  }
}

/** States the days of opening hours by name: people ask for "Friday". Empty for hours that are not parsed. */
export function openDaysSpec(openingHours: string, language: ContentLanguage): Spec[] {
  const days = openDaysOf(parseOpeningHours(openingHours))
  if (days.length === 0) return []
  const { locale, name, comma } = openDaysName[language]
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2023 was a Sunday.
  const value = days.map((day) => format.format(Date.UTC(2023, 0, 1 + day))).join(comma)
  return [{ name, value, unit: '' }]
}

const openDaysName = {
  Ar: { locale: 'ar', name: 'أيام العمل', comma: '، ' },
  En: { locale: 'en', name: 'Open on', comma: ', ' },
} as const

/** Keeps the first specifications and then the first variants, up to `maxSpecLength` together. */
function limitSpecs(specs: Spec[], variants: Variant[]) {
  let left = maxSpecLength
  const fits = (texts: unknown) => (left -= JSON.stringify(texts).length) >= 0
  return { specs: specs.filter(fits), variants: variants.filter(fits) }
}

function searchTextOf({ postDetails = '', adress1, phone1, email1, openingHours }: LoadedPost) {
  return [adress1, phone1, email1, openingHours, plainText(postDetails)]
    .filter((part) => part !== undefined && part !== '')
    .join('\n')
}

/** Builds the entries of a product's or solution's files. */
export function documentsOf(
  owner: SearchEntry,
  files: PostFile[],
  solutions: string[],
): (SearchEntry & { document: DocumentFacts })[] {
  return files.map(({ fileName, fileTitle }, at) => ({
    ...owner,
    kind: 'document',
    id: fileName,
    parentId: owner.id,
    parentTitle: owner.title,
    title: fileTitle || (fileName.split('/').pop() ?? fileName),
    subTitle: '',
    text: '',
    specs: [],
    variants: [],
    position: owner.position * 100 + at,
    document: {
      kind: documentKindOf(fileName, fileTitle),
      fileLanguage: languageOfFile(fileName, fileTitle),
      ownerKind: owner.kind,
      solutions,
    },
  }))
}
