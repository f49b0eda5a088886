import { createHash } from 'node:crypto'
import FormData from 'form-data'
import { Agent, request, type Dispatcher } from 'undici'
import { createTokenPair } from './anti-forgery.ts'
import { ContentUnavailable, type Fault } from './failures.ts'

/** The limits of one call to the content API. Times in ms, sizes in bytes. */
export const limits = {
  connect: 1_000,
  headers: 2_500,
  gapBetweenChunks: 1_000,
  wholeCall: 4_000,
  connections: 32,
  answer: 8 * 1024 * 1024,
}

/** The eight fields of a content call, in the order of the wire. */
export interface GetPostFields {
  check: 'getPost' | 'getPostDetails'
  Lang: string
  PostId: string
  FbrnId: string
  Type: string
  ParentId: string
  PostName: string
  Pno: string
}

/** A 200 answer that says it is JSON. */
export interface ApiAnswer {
  /** Of its body, in bytes. */
  size: number
  /** As it came, decoded. */
  body: Uint8Array
  /** The same for the same bytes: whoever has read them before need not read them again. */
  fingerprint: string
  /** @throws ContentUnavailable when the body is no JSON in UTF-8 */
  json(): unknown
}

export interface ApiClient {
  /**
   * A multipart POST with the anti-forgery cookie and header.
   * @param path below the API's base, from the configuration
   * @param fields sent in their own order
   * @throws ContentUnavailable for anything but a 200 answer of JSON
   */
  post(path: string, fields: Record<string, string>): Promise<ApiAnswer>
  /** A plain GET; likewise. */
  get(path: string): Promise<ApiAnswer>
  close(): Promise<void>
}

/** @param base the API's base address, asked for at each call since an embedded service starts late */
export function createApiClient(base: () => Promise<string>): ApiClient {
  const tokens = createTokenPair()
  const dispatcher = new Agent({
    connections: limits.connections,
    connect: { timeout: limits.connect },
    headersTimeout: limits.headers,
    bodyTimeout: limits.gapBetweenChunks,
    maxResponseSize: limits.answer,
    keepAliveTimeout: 30_000,
  })

  async function send(path: string, options: Partial<Dispatcher.RequestOptions>) {
    try {
      const address = (await base()) + path
      const answer = await request(address, {
        ...options,
        dispatcher,
        signal: AbortSignal.timeout(limits.wholeCall),
        headers: { accept: 'application/json', ...(options.headers as Record<string, string>) },
      })
      tokens.learn(answer.headers['set-cookie'])
      const type = String(answer.headers['content-type'] ?? '')
      return { status: answer.statusCode, type, body: await answer.body.bytes() }
    } catch (error) {
      throw new ContentUnavailable(faultOf(error), `No answer to ${path}`, { cause: error })
    }
  }

  function accept(
    { status, type, body }: Awaited<ReturnType<typeof send>>,
    path: string,
  ): ApiAnswer {
    if (status !== 200) throw new ContentUnavailable('status', `${path} answered ${status}`)
    if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) {
      throw new ContentUnavailable('shape', `${path} answered "${type}", not JSON`)
    }
    return {
      size: body.length,
      body,
      fingerprint: createHash('sha1').update(body).digest('base64'),
      json() {
        try {
          return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
        } catch (error) {
          throw new ContentUnavailable('shape', `${path} answered broken JSON`, { cause: error })
        }
      },
    }
  }

  return {
    async post(path, fields) {
      const attempt = (tokenHeaders: ReturnType<typeof tokens.headers>) => {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        const headers = { ...form.getHeaders(), ...tokenHeaders }
        return send(path, { method: 'POST', headers, body: form.getBuffer() })
      }
      const sent = tokens.headers()
      const answer = await attempt(sent)
      // Refused, and there is another token by now: it was about the token, and nothing has been done.
      const known = tokens.headers()
      const isWorthAnother = answer.status === 403 && known.cookie !== sent.cookie
      return accept(isWorthAnother ? await attempt(known) : answer, path)
    },
    get: async (path) => accept(await send(path, { method: 'GET' }), path),
    close: () => dispatcher.destroy(),
  }
}

function faultOf(error: unknown): Fault {
  const { name = '', code = '' } = error as { name?: string; code?: string }
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) return 'timeout'
  if (code.startsWith('HPE_')) return 'shape'
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code.startsWith('UND_ERR_RES')
    ? 'cut'
    : 'refused'
}
