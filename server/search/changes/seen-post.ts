import { hash } from 'node:crypto'
import type { ContentType } from '../../config.ts'
import type { ContentLanguage } from '../../content/content-calls.ts'
import type { AnyPost } from '../../content/posts/post.ts'
import { identityOf } from '../crawl/entries.ts'
import type { SearchKind } from '../search-types.ts'

/**
 * Increase when posts are parsed, cleaned or sanitised differently, so that the same content has other
 * fingerprints: else every page would be dated with the day of the deployment.
 */
export const fingerprintVersion = 1

/** A list has less of a post than its details. */
export type SeenIn = 'list' | 'details'

/** What a response of the content API says of a post, in one language. */
export interface SeenPost {
  kind: SearchKind
  id: string
  parentId: string
  language: ContentLanguage
  /** Of all its fields: pictures and files as well as texts. */
  fingerprint: string
}

/** @returns null for a type that is not a post of its own */
export function seenPostOf(
  type: ContentType,
  post: AnyPost,
  language: ContentLanguage,
  seenIn: SeenIn,
): SeenPost | null {
  const identity = identityOf(type, post)
  return identity && { ...identity, language, fingerprint: fingerprintOf(post, seenIn) }
}

function fingerprintOf(post: AnyPost, seenIn: SeenIn) {
  // A product may be in the lists of several types, each of which may name itself as its parent.
  const content = seenIn === 'list' ? { ...post, parentID: '' } : post
  return hash('sha1', JSON.stringify(content), 'base64').slice(0, 20)
}
