/**
 * Reads the body of a Fetch request as text.
 * @param limit in bytes; reading stops there
 * @returns null for a body over the limit
 */
export async function readBody(request: Request, limit: number) {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (!request.body) return ''
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}
