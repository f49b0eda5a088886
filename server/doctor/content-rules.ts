import { checkConformance, type MadeCall } from '@site/content-folder/conformance'
import type { Config } from '../config.ts'
import { TokenPair, formOf } from '../content/api/api-client.ts'
import { fieldsOf } from '../content/call.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { imageBaseOf } from '../files/pictures/original-fetcher.ts'
import { parseJson } from '@site/arabic-text/characters'
import { isObject, readContent, type Call } from './content.ts'
import { exchange, tryFile } from './files.ts'
import { shownAddress, type Finding } from './report.ts'

/** Tries the rules of docs/content-api.md on the API, with what the site's own calls read. It only reads. */
export async function checkContentRules(config: Config, apiUrl: string): Promise<Finding[]> {
  const { content } = config
  const tokens = new TokenPair()
  const { calls, findings, files } = await readContent(config, apiUrl)
  const outcomes = await checkConformance({
    ...files,
    calls: calls.map((call) => madeCallOf(content, call)),
    async post(fields, token = tokens.headers()) {
      const form = formOf({ ...fields })
      const headers = { ...content.headers, ...form.getHeaders(), ...token }
      const address = apiUrl + content.getPostPath
      const named = Object.entries(fields).map((field) => field.join('='))
      const shown = `POST ${shownAddress(address)} ${named.join(' ')}`
      const body = form.getBuffer()
      const made = await exchange(shown, address, { method: 'POST', headers, body })
      tokens.update(made.header('set-cookie').split(', '))
      return made
    },
    getFile: (file, headers) =>
      tryFile(imageBaseOf(content.imagesUrl, apiUrl), file, { ...content.fileHeaders, ...headers }),
    secrets: Object.values(content.headers),
  })
  return [...findings, ...outcomes]
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
