import type { Config } from '../config.ts'
import type { ApiResponse, ApiClient } from './api/api-client.ts'
import type { ContentLanguage } from './content-calls.ts'
import { ContentUnavailable } from './failures.ts'
import { limits } from './limits.ts'
import type { ItemOf } from './posts/post.ts'
import { reader } from './reading/reader.ts'

/**
 * Content API calls that no screen uses yet. The specification names their fields but not their
 * responses, so a response is only read as a JSON object (or a list of them).
 */
type ApiRecord = ItemOf<'record'>

/** An e-mail for the content API to send. Field names are the API's. */
export interface Email {
  title: string
  details: string
  comEmail: string
  comEmailPass: string
  comEmailPort: string
  isSend: boolean
}

interface SendOptions {
  key: string
  signal?: AbortSignal
}

export type OtherCalls = ReturnType<typeof createOtherCalls>

/**
 * All calls throw ContentUnavailable when the API gives no usable response. Writes are never
 * retried.
 */
export function createOtherCalls(client: ApiClient, content: Config['content']) {
  return {
    /** Information about the main system. */
    listMainSystem: async (check: string, lang: ContentLanguage): Promise<ApiRecord[]> =>
      readList(
        await client.post(
          content.mainSystemPath,
          { check, Lang: lang, FbrnId: content.fbrnId },
          { kind: 'read' },
        ),
      ),

    /** The API's main language. */
    getMainLanguage: async (): Promise<ApiRecord> =>
      readOne(await client.get('/languages/getLangIsMain')),

    getLanguage: async (languageId: string): Promise<ApiRecord> =>
      readOne(await client.get(`/languages/${encodeURIComponent(languageId)}`)),

    /**
     * Sends an e-mail through the API. Its response is not read: what it says is unknown, and an e-mail
     * that was sent must not count as failed.
     * @param key equal for equal e-mails, so that the API can tell one that it has from a new one
     */
    postEmail: async (email: Email, { key, signal }: SendOptions): Promise<void> => {
      const { title, details, comEmail, comEmailPass, comEmailPort, isSend } = email
      const fields = {
        title,
        details,
        comEmail,
        comEmailPass,
        comEmailPort,
        isSend: String(isSend),
      }
      const headers = { 'idempotency-key': key }
      await client.send(content.postEmailPath, fields, { headers, signal, ms: limits.email })
    },

    /** Submits a company record. @param company its fields, as the API names them */
    processCompany: async (company: Record<string, string>): Promise<ApiRecord> =>
      readOne(await client.post(content.companyPath, company, { kind: 'write' })),
  }
}

async function readList(response: ApiResponse, isSingle = false): Promise<ApiRecord[]> {
  const options = { shape: 'record', language: 'Ar', isSingle } as const
  const { items } = await reader.read(response, { ...options, type: 'other', call: 'other' })
  return items
}

async function readOne(response: ApiResponse): Promise<ApiRecord> {
  const [item] = await readList(response, true)
  if (!item) throw new ContentUnavailable('shape', 'The response is not an object')
  return item
}
