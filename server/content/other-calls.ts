import type { Config } from '../config.ts'
import type { ApiResponse, ApiClient } from './api/api-client.ts'
import type { ContentLanguage } from './content-calls.ts'
import { ContentUnavailable } from './failures.ts'
import type { ItemOf } from './posts/post.ts'
import { reader } from './reading/reader.ts'

/**
 * The calls of the content API that no screen uses yet. The specification names their fields but
 * not their answers, so an answer is read as a JSON object (or a list of them), no more.
 */
type ApiRecord = ItemOf<'record'>

/** An e-mail for the content API to send. The fields and their spelling are the API's. */
export interface Email {
  title: string
  details: string
  comEmail: string
  comEmailPass: string
  comEmailPort: string
  isSend: boolean
}

/** Every call throws ContentUnavailable when the API gives no usable answer; a write is never repeated. */
export function createOtherCalls(client: ApiClient, content: Config['content']) {
  return {
    /** What the main system says of itself. */
    listMainSystem: async (check: string, lang: ContentLanguage): Promise<ApiRecord[]> =>
      readList(
        await client.post(
          content.mainSystemPath,
          { check, Lang: lang, FbrnId: content.fbrnId },
          { kind: 'read' },
        ),
      ),

    /** Which language the API holds for its main one. */
    getMainLanguage: async (): Promise<ApiRecord> =>
      readOne(await client.get('/languages/getLangIsMain')),

    getLanguage: async (languageId: string): Promise<ApiRecord> =>
      readOne(await client.get(`/languages/${encodeURIComponent(languageId)}`)),

    /** Hands an e-mail to the API. */
    postEmail: async (email: Email): Promise<ApiRecord> => {
      const { title, details, comEmail, comEmailPass, comEmailPort, isSend } = email
      const fields = {
        title,
        details,
        comEmail,
        comEmailPass,
        comEmailPort,
        isSend: String(isSend),
      }
      return readOne(await client.post(content.postEmailPath, fields, { kind: 'write' }))
    },

    /** Hands a company's record to the API. @param company its fields, as the API names them */
    processCompany: async (company: Record<string, string>): Promise<ApiRecord> =>
      readOne(await client.post(content.companyPath, company, { kind: 'write' })),
  }
}

async function readList(answer: ApiResponse, isSingle = false): Promise<ApiRecord[]> {
  const order = { shape: 'record', language: 'Ar', isSingle } as const
  const { items } = await reader.read(answer, { ...order, type: 'other', call: 'other' })
  return items
}

async function readOne(answer: ApiResponse): Promise<ApiRecord> {
  const [item] = await readList(answer, true)
  if (!item) throw new ContentUnavailable('shape', 'It is no object')
  return item
}
