import { sendBody } from '../../tests/support/api-faults.ts'
import { startContentApi } from '../../tests/support/content-api.ts'

type Condition = 'good' | 'dead' | 'broken'

export type ChangingApi = Awaited<ReturnType<typeof startChangingApi>>

/**
 * A content API in front of a good one, which can be killed, revived, broken and edited.
 * @param upstream the base address of the good one
 */
export async function startChangingApi(upstream: string) {
  let condition: Condition = 'good'
  let suffix = ''
  const { url, refuse, listen, close } = await startContentApi(upstream, {
    faultFor: () => (condition === 'broken' ? sendBody(200, '[{"postID":"1","po') : null),
    edit: (json, { type }) =>
      type === 'Footer.Data'
        ? json.replace(/"postTitle":"([^"]*)"/, `"postTitle":"$1${suffix}"`)
        : json,
  })
  return {
    url,
    /** Dead, it does not listen. */
    async set(next: Condition) {
      if (next === condition) return
      condition = next
      // Both cut open connections.
      await (next === 'dead' ? refuse() : listen())
    },
    /** Appends a word to the site's title from now on. */
    mark: (word: string) => {
      suffix = ` ${word}`
    },
    close,
  }
}
