import type { SearchEntry } from '../search-types.ts'
import {
  contentTypes,
  type ContentType,
  type ContentLanguage,
} from '../../../server/content/content-types.ts'
import type { AnyPost, PostFile, Spec, Variant } from '../../../server/content/posts/post.ts'
import { openDaysOf, parseOpeningHours } from '@site/arabic-text/opening-hours'
import { plainText } from '@site/arabic-text/characters'
import { documentKindOf, languageOfFile } from '../../../server/text/file-names.ts'

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

/**
 * Returns a post's kind in the index, and its parent.
 * @returns null for a type that is not searched
 */
export function identityOf(type: ContentType, { postID, parentID }: AnyPost) {
  const found = contentTypes[type]
  if (!found) return null
  const { kind, screen } = found
  return { kind, id: screen ? `${screen}#${postID}` : postID, parentId: screen ?? parentID }
}

/**
 * Builds the index entry of a post.
 * @returns null for a type that is not searched
 */
export function entryOf(type: ContentType, post: AnyPost, place: EntryPlace): SearchEntry | null {
  const identity = identityOf(type, post)
  if (!identity) return null
  return {
    ...identity,
    language: place.language,
    position: place.position,
    parentTitle: place.parentTitle,
    title: post.postTitle,
    subTitle: post.postSubTitle,
    image: post.postImage,
    date: post.postDate,
    ...limitSpecs(
      [
        ...('postSpecs' in post ? post.postSpecs : []),
        ...('openingHours' in post ? openDaysSpec(post.openingHours, place.language) : []),
      ],
      'postVariants' in post ? post.postVariants : [],
    ),
    text: searchTextOf(post),
  }
}

/** States the days of opening hours by name: people ask for "Friday". Empty for hours that are not parsed. */
export function openDaysSpec(openingHours: string, language: ContentLanguage): Spec[] {
  const days = openDaysOf(parseOpeningHours(openingHours))
  const { locale, name, comma } = openDaysName[language]
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2023 was a Sunday.
  const value = days.map((day) => format.format(Date.UTC(2023, 0, 1 + day))).join(comma)
  return days.length === 0 ? [] : [{ name, value, unit: '' }]
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

function searchTextOf(post: AnyPost) {
  const details = 'postDetails' in post ? plainText(post.postDetails) : ''
  if (!('openingHours' in post)) return details
  return [post.adress1, post.phone1, post.email1, post.openingHours, details]
    .filter((part) => part !== '')
    .join('\n')
}

/** Builds the entries of a product's or solution's files. */
export function documentsOf(
  owner: SearchEntry,
  files: PostFile[],
  solutions: string[],
): SearchEntry[] {
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
