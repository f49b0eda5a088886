import type { IncomingMessage } from 'node:http'

/** The fields of a content API call that its response depends on. */
export interface ApiCall {
  check: string
  type: string
  lang: string
  postId: string
  parentId: string
  pno: string
}

/** Reads a call from the multipart body of its request. */
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
    pno: field('Pno'),
  }
}

/**
 * Forwards a call to another content API.
 * @param upstream its base address
 */
export function forward(
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
