import { Readable } from 'node:stream'
import { decodeFileName } from '@site/content-folder/file-names'
import { documentResponse } from '../../server/http/files/document-response'
import { imageResponse } from '../../server/http/files/image-response'
import { isForPicture } from '../../server/http/files/post-file-handler'
import { addresses } from '../addresses'
import type { LoadContext, RequestArgs } from '../content/content.server'

/** Serves a file of a post through Remix, since no other handler exists in development. */
export async function findPostFile({ request, context }: RequestArgs) {
  const { url, method } = request
  const { images, documents } = context.site
  const { pathname, searchParams } = new URL(url)
  const file = decodeFileName(pathname.slice(addresses.image('').length))
  const width = searchParams.get('w')
  const found = isForPicture(file, width) ? 'picture' : await openDocument(documents, file, request)
  if (found === 'picture') return findImage(images, file, width, request)
  const { status, body } = found
  if (method === 'HEAD') body?.destroy()
  const stream = body && method !== 'HEAD' ? Readable.toWeb(body) : null
  return new Response(stream as ReadableStream | null, { status, headers: found.headers })
}

function openDocument(
  documents: LoadContext['site']['documents'],
  file: string,
  { headers, signal }: Request,
) {
  return documentResponse(documents, {
    file,
    range: headers.get('range'),
    ifRange: headers.get('if-range'),
    ifNoneMatch: headers.get('if-none-match'),
    ifModifiedSince: headers.get('if-modified-since'),
    signal,
  })
}

async function findImage(
  images: LoadContext['site']['images'],
  file: string,
  width: string | null,
  { headers }: Request,
) {
  const accept = headers.get('accept')
  const ifNoneMatch = headers.get('if-none-match')
  const image = await imageResponse(images, { file, width, accept, ifNoneMatch })
  const { status, body } = image
  return new Response(body && Buffer.from(body), { status, headers: image.headers })
}
