import type { Config } from '../config.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { GetPostFields } from '@site/content-folder/wire'

import { firstPostOf, type ContentQuery } from './content-calls.ts'
import { rootParent, type ContentLanguage } from './content-types.ts'
import type { ParsedResponse, UnreadResponse } from './parse/parser.ts'
import type { ShapeName } from './posts/post.ts'

/** The content of a call, as the layers return it. Times in ms since the epoch. */
export interface Content extends Pick<ParsedResponse<unknown>, 'items' | 'isCut'> {
  /** Absent in memory, where only the items are cached. */
  body?: Uint8Array
  /** Equal for equal responses. */
  fingerprint: string
  /** When the call was sent. */
  calledAt: number
  /** When the response was received or last confirmed. */
  arrivedAt: number
  /** The empty-result guard rejects it: the cached content stays in use. */
  isGuarded?: true
}

/** The cached content of a call that is loaded again. */
export interface KnownContent extends Content {
  /** A purge allows an empty result to replace it. */
  acceptsEmpty: boolean
}

/** One call of the content API, as the layers pass it on. */
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
  /** Its usable cached content, null for none; undefined where nobody has looked. */
  known?: KnownContent | null
  /** How the circuit breaker lets it be sent. */
  attempt?: Attempt
}

/** @throws ContentUnavailable */
export type ReadCall = (call: ContentCall) => Promise<Content>

/** One step on the way to the content API: it answers a call itself, or lets the next one answer (content.ts). */
export type ContentLayer = (next: ReadCall) => ReadCall

/**
 * Parses a response to a call. One that equals the known content has its items, without being parsed again.
 * @throws ContentUnavailable
 */
export type ParseResponse = (
  call: ContentCall,
  response: UnreadResponse,
) => Promise<ParsedResponse<unknown> & UnreadResponse>

/** For a call that no visitor waits for. */
export const patientAttempt: Attempt = { isProbe: false, isPatient: true }

export function callOf(
  settings: Pick<Config['content'], 'fbrnId' | 'renamedTypes'>,
  language: ContentLanguage,
  query: ContentQuery,
  shape: ShapeName,
  headers?: OutgoingHeaders,
): ContentCall {
  const fields = fieldsOf(settings, language, query)
  return { key: callKeyOf(query, fields), query, language, shape, fields, headers }
}

/** Returns the eight fields of a call, in wire order. */
export function fieldsOf(
  { fbrnId, renamedTypes }: Pick<Config['content'], 'fbrnId' | 'renamedTypes'>,
  Lang: ContentLanguage,
  { check, type, PostId, ParentId, Pno }: ContentQuery,
): GetPostFields {
  const Type = renamedTypes[type] ?? type
  return { check, Lang, PostId, FbrnId: fbrnId, Type, ParentId, PostName: '', Pno }
}

/** A call of the same type and language, which shows whether the type has any post. */
export function firstPostCall({ query, language, fields }: ContentCall): ContentCall {
  const first = firstPostOf(query.type)
  const { check, PostId, ParentId, Pno } = first
  const sent = { ...fields, check, PostId, ParentId, Pno }
  const call = { key: callKeyOf(first, sent), query: first, language, fields: sent }
  return { ...call, shape: 'anything', attempt: patientAttempt }
}

export function isEmpty({ items }: Pick<Content, 'items'>) {
  return items.length === 0
}

/**
 * Classifies a call:
 * - root list: an empty one is cached, since there are only as many as types
 * - child list: empty ones are cached up to a limit
 * - details: an empty response removes the entry, since the post was deleted
 */
export function callKindOf({
  query,
}: Pick<ContentCall, 'query'>): 'root list' | 'child list' | 'details' {
  if (query.check === 'getPostDetails') return 'details'
  return query.ParentId === rootParent ? 'root list' : 'child list'
}

/**
 * Returns the key of a call. It includes this project's type name: CONTENT_TYPES may map two types, parsed differently,
 * to one.
 */
function callKeyOf({ type }: ContentQuery, fields: GetPostFields) {
  return JSON.stringify([type, ...Object.values<string>({ ...fields })])
}

/** How a call is made. */
export interface Attempt {
  /** Whether it is the breaker's probe, which is not retried. */
  isProbe: boolean
  /** Whether it may take longer than usual. */
  isPatient: boolean
}
