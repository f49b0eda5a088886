import type { IncomingMessage } from 'node:http'

/** A call to the content API, as far as its answer depends on it. */
export interface ApiCall {
  check: string
  type: string
  lang: string
  postId: string
  parentId: string
}

/** What a request asks for, by the fields of its form. */
export function callIn(body: Buffer): ApiCall {
  const text = body.toString('utf8')
  const field = (name: string) =>
    new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(text)?.[1] ?? ''
  return {
    check: field('check'),
    type: field('Type'),
    lang: field('Lang'),
    postId: field('PostId'),
    parentId: field('ParentId'),
  }
}

/**
 * Passes a call on to another content API.
 * @param upstream its base address
 */
export function passOn(
  upstream: string,
  { url = '', method, headers }: IncomingMessage,
  body: Buffer,
) {
  return fetch(upstream + url, {
    method,
    headers: {
      'content-type': headers['content-type'] ?? '',
      cookie: headers.cookie ?? '',
      'x-xsrf-token': String(headers['x-xsrf-token'] ?? ''),
    },
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  })
}
