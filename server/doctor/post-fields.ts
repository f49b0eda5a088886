import { contactFields } from '../content/posts/post-fields.ts'
import type { Reading } from '../content/parse/parser.ts'
import { parseJson } from '../text/characters.ts'

/** What a field must have to be read, where plain text is not enough. */
const formats: Partial<Record<string, string>> = {
  postDate: 'a date in ISO 8601, such as 2026-03-31, or none',
  postImage: 'the name of a file below CONTENT_IMAGES_URL, not an address',
  postImages: 'a list of names of files below CONTENT_IMAGES_URL',
  postFiles: 'a list like [{"fileName":"…","fileTitle":"…"}]',
  postSpecs: 'a list like [{"name":"…","value":"…","unit":"…"}]',
  postVariants: 'a list like [{"code":"…","specs":[…]}]',
  latitude: 'degrees from -90 to 90, or none',
  longitude: 'degrees from -180 to 180, or none',
}

/** The fields of posts that an API may leave out. */
const optionalFields: readonly string[] = [
  ...['postTitle', 'postSubTitle', 'postImage', 'postDate', 'postDetails'],
  ...['postImages', 'postFiles', 'postSpecs', 'postVariants'],
  ...contactFields,
  ...['latitude', 'longitude', 'openingHours'],
]

interface FieldUse {
  name: string
  /** In how many posts the site reads a value. */
  read: number
  /** In how many posts the API sends one that the site cannot read. */
  unreadable: number
  format: string
}

/** The optional fields that the site reads in these posts, and how often they have a value. */
export function fieldUseOf({ items, body, isCut, droppedCount }: Reading<unknown>): FieldUse[] {
  const posts = items.filter(isObject)
  const [first] = posts
  if (!first) return []
  // A cut body is the site's own, and the posts of a list with dropped ones cannot be counted alike.
  const sent = isCut || droppedCount > 0 ? [] : postsIn(body)
  return optionalFields
    .filter((name) => name in first)
    .map((name) => {
      const read = countWith(posts, name)
      const unreadable = Math.max(0, countWith(sent, name) - read)
      return { name, read, unreadable, format: formats[name] ?? 'a text' }
    })
}

function postsIn(body: Uint8Array) {
  const parsed = parseJson(new TextDecoder().decode(body))
  return Array.isArray(parsed) ? parsed.filter(isObject) : []
}

function countWith(posts: Record<string, unknown>[], name: string) {
  return posts.filter((post) => hasValue(post[name])).length
}

function hasValue(value: unknown) {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0
  return value !== undefined && value !== null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
