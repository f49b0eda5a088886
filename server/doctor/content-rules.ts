import { checkConformance, isObject, type MadeCall } from '@site/content-folder/conformance'
import type { Config } from '../config.ts'
import { TokenPair, formOf } from '../content/api/api-client.ts'
import { fieldsOf } from '../content/call.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { imageBaseOf } from '../files/pictures/original-fetcher.ts'
import { parseJson } from '@site/arabic-text/characters'
import { findingsOfApi, readApi, type Call } from './content.ts'
import type { Findings } from './report.ts'
import { ask, askForFile } from './requests.ts'

/** Tries the rules of docs/content-api.md on the API, with what the site's own calls read. It only reads. */
export async function* checkContentRules(config: Config): Findings {
  const { content } = config
  const { apiUrl = '' } = content
  const tokens = new TokenPair()
  const api = await readApi(content, apiUrl)
  yield* findingsOfApi(config, apiUrl, api)
  yield* await checkConformance({
    ...api,
    calls: api.calls.map((call) => madeCallOf(content, call)),
    async post(fields, token = tokens.headers()) {
      const form = formOf({ ...fields })
      const headers = { ...content.headers, ...form.getHeaders(), ...token }
      const named = Object.entries(fields).map((field) => ` ${field.join('=')}`)
      const question = { headers, body: form.getBuffer(), note: named.join('') }
      const made = await ask(apiUrl + content.getPostPath, { method: 'POST', ...question })
      tokens.update(made.header('set-cookie').split(', '))
      return made
    },
    getFile: (file, headers) => {
      const sent = { ...content.fileHeaders, ...headers }
      return askForFile(imageBaseOf(content.imagesUrl, apiUrl), file, sent)
    },
    secrets: Object.values(content.headers),
  })
}

function madeCallOf(content: Config['content'], { query, language, result }: Call): MadeCall {
  const call = { type: query.type, fields: fieldsOf(content, language, query) }
  if (result instanceof ContentUnavailable) {
    const isOverLimit = ['timeout', 'size', 'costly'].includes(result.fault)
    return { ...call, posts: [], broken: isOverLimit ? 'limits' : 'answer' }
  }
  const posts = parseJson(new TextDecoder().decode(result.body))
  return { ...call, posts: Array.isArray(posts) ? posts.filter(isObject) : [] }
}
