import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { GetPostFields } from './api/api-client.ts'
import type { ContentQuery } from './content-calls.ts'
import { rootParent, type ContentLanguage } from './content-types.ts'
import type { ShapeName } from './posts/post.ts'

/** One call of the content API, as the layers pass it on: request scope, cache, circuit breaker, client. */
export interface ContentCall {
  /** Cache key; equal for calls with equal responses. */
  key: string
  query: ContentQuery
  language: ContentLanguage
  /** The shape as which the response is parsed. */
  shape: ShapeName
  /** The fields as sent. */
  fields: GetPostFields
  /** Headers sent in addition to those of every call. */
  headers?: OutgoingHeaders | undefined
}

/**
 * Classifies a call:
 * - root list: an empty one is cached, since there are only as many as types
 * - child list: empty ones are cached up to a limit
 * - details: an empty response removes the entry, since the post was deleted
 */
export function callKindOf({ query }: ContentCall): 'root list' | 'child list' | 'details' {
  if (query.check === 'getPostDetails') return 'details'
  return query.ParentId === rootParent ? 'root list' : 'child list'
}

/** Returns the key by which the empty-result guard counts: type and language. */
export function guardKeyOf({ query, language }: ContentCall) {
  return JSON.stringify([query.type, language])
}

/**
 * Returns the key of a call. It includes this project's type name: CONTENT_TYPES may map two types, parsed differently,
 * to one.
 */
export function callKeyOf({ type }: ContentQuery, fields: GetPostFields) {
  return JSON.stringify([type, ...Object.values<string>({ ...fields })])
}
