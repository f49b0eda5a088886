import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** What may be wrong with the answer to one call. */
export type ApiFault = 'hangs' | 'status 500' | 'html' | 'broken json' | 'half a body' | 'resets'

export interface FaultyApi {
  url: string
  /** The Type fields of the calls that came, in their order. */
  asked: string[]
  close(): Promise<void>
}

/**
 * A content API on loopback that passes calls on to a good one, but for those it is told to fail.
 * @param upstream the good one's base address
 * @param faultFor the fault of a call, by its Type field; null lets it pass
 * @param edit changes a good answer as an editor of the content would
 */
export async function startFaultyApi(
  upstream: string,
  faultFor: (type: string) => ApiFault | null,
  edit: (json: string) => string = (json) => json,
): Promise<FaultyApi> {
  const asked: string[] = []

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const type = /name="Type"\r\n\r\n(.*)\r\n/.exec(body.toString('utf8'))?.[1] ?? ''
    asked.push(type)
    const fault = faultFor(type)
    if (fault) return answerWrongly(fault, response)

    const good = await fetch(upstream + request.url, {
      method: request.method,
      headers: {
        'content-type': request.headers['content-type'] ?? '',
        cookie: request.headers.cookie ?? '',
        'x-xsrf-token': String(request.headers['x-xsrf-token'] ?? ''),
      },
      ...(request.method === 'POST' && { body }),
    })
    response.writeHead(good.status, { 'content-type': good.headers.get('content-type') ?? '' })
    response.end(edit(await good.text()))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function answerWrongly(fault: ApiFault, response: ServerResponse) {
  const json = { 'content-type': 'application/json' }
  switch (fault) {
    case 'hangs':
      return
    case 'status 500':
      response.writeHead(500, json).end('{"error":"secret detail of the API"}')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>secret detail</h1>')
      return
    case 'broken json':
      response.writeHead(200, json).end('[{"postID":"secret detail')
      return
    case 'half a body':
      response.writeHead(200, { ...json, 'content-length': '1000' })
      response.write('[{"postID":"secret detail"')
      response.socket?.end()
      return
    case 'resets':
      response.socket?.resetAndDestroy()
  }
}
