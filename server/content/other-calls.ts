import { z } from 'zod'
import type { Config } from '../config.ts'
import type { ApiAnswer, ApiClient } from './api-client.ts'
import type { ContentLanguage } from './content-calls.ts'
import { ContentUnavailable } from './failures.ts'

/**
 * The calls of the content API that no screen uses yet. The specification names their fields but
 * not their answers, so an answer is read as a JSON object (or a list of them), no more.
 */
const record = z.record(z.string(), z.unknown())

type ApiRecord = z.output<typeof record>

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
      readAs(
        z.array(record),
        await client.post(
          content.mainSystemPath,
          { check, Lang: lang, FbrnId: content.fbrnId },
          { kind: 'read' },
        ),
      ),

    /** Which language the API holds for its main one. */
    getMainLanguage: async (): Promise<ApiRecord> =>
      readAs(record, await client.get('/languages/getLangIsMain')),

    getLanguage: async (languageId: string): Promise<ApiRecord> =>
      readAs(record, await client.get(`/languages/${encodeURIComponent(languageId)}`)),

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
      return readAs(record, await client.post(content.postEmailPath, fields, { kind: 'write' }))
    },

    /** Hands a company's record to the API. @param company its fields, as the API names them */
    processCompany: async (company: Record<string, string>): Promise<ApiRecord> =>
      readAs(record, await client.post(content.companyPath, company, { kind: 'write' })),
  }
}

function readAs<S extends z.ZodType>(shape: S, answer: ApiAnswer): z.output<S> {
  const parsed = shape.safeParse(answer.json())
  if (!parsed.success) throw new ContentUnavailable('shape', z.prettifyError(parsed.error))
  return parsed.data
}
