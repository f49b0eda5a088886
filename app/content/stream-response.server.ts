import { hasEtag } from '../../server/http/headers'
import { processorTurns } from '../../server/http/load-shedding/render-queue'

interface StreamedFile {
  /** Equal for equal content; null if that is unknown. */
  tag: string | null
  headers: Record<string, string>
  /** Makes the file; not called if it is not sent. */
  parts: () => AsyncGenerator<string, void>
}

/**
 * A file that is sent while it is made, or a 304. Its entity tag is weak: the bytes also say when it was made.
 * @throws what making the first part throws, while the response may still become another one
 */
export async function streamResponse(request: Request, { tag, headers, parts }: StreamedFile) {
  const known = request.headers.get('if-none-match')
  const isUnchanged = tag !== null && hasEtag(known, `"${tag}"`)
  const status = isUnchanged ? 304 : 200
  const isSent = !isUnchanged && request.method !== 'HEAD'
  const body = isSent ? await streamOf(parts()) : null
  return new Response(body, {
    status,
    headers: { ...headers, ...(tag !== null && { ETag: `W/"${tag}"` }) },
  })
}

/** Makes the first part at once, and each other when it is needed. */
async function streamOf(parts: AsyncGenerator<string, void>) {
  const encoder = new TextEncoder()
  let next: IteratorResult<string, void> | null = await parts.next()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // A fast client would let no other request have its turn.
        await processorTurns.begin()
        const part = next ?? (await parts.next())
        next = null
        if (part.done) controller.close()
        else controller.enqueue(encoder.encode(part.value))
      },
      async cancel() {
        await parts.return()
      },
    },
    { highWaterMark: 0 },
  )
}
