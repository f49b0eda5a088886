import { addAbortSignal, Readable } from 'node:stream'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { enquiryFilePattern } from '../addresses'
import { NotFound } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'download' } satisfies RouteHandle

/** Serves a visitor's file to the company, which has its signed address. It is never displayed as a page of this site. */
export const loader = fileLoader(enquiryFilePattern, async ({ params, request, context }) => {
  const file = await context.site.uploadStore.openLink(params.token)
  if (!file) throw new NotFound('No such file')
  const content = addAbortSignal(request.signal, file.handle.createReadStream())
  const isHead = request.method === 'HEAD'
  if (isHead) content.destroy()
  return new Response(isHead ? null : (Readable.toWeb(content) as ReadableStream), {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
})
