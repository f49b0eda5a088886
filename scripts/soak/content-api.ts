import { sendBody, type ApiFault } from '../../tests/support/api-faults.ts'
import { startContentApi } from '../../tests/support/content-api.ts'

/** The states of the content API. */
type Condition = 'good' | 'dead' | 'broken'

const faults: Record<Condition, ApiFault | null> = {
  good: null,
  dead: null, // It does not listen.
  broken: sendBody(200, '[{"postID":"1","po'),
}

/** An e-mail that the API was asked to send. */
export interface ReceivedEmail {
  /** Equal for equal e-mails. */
  key: string
  title: string
  /** When it was received completely, by the monotonic clock, ms. */
  at: number
}

export type SoakApi = Awaited<ReturnType<typeof startSoakApi>>

/**
 * A content API in front of a good one, which can be killed, revived and broken.
 * @param upstream the base address of the good one
 */
export async function startSoakApi(upstream: string) {
  let condition: Condition = 'good'
  let suffix = ''
  const emails: ReceivedEmail[] = []
  const { url, calls, refuse, listen, close } = await startContentApi(upstream, {
    faultFor: () => faults[condition],
    onReceived: ({ url: address, headers }, body) => {
      if (address !== '/users/PostEmail') return
      const title = /name="title"\r\n\r\n(.*)\r\n/.exec(body.toString('utf8'))?.[1] ?? ''
      emails.push({ key: String(headers['idempotency-key']), title, at: performance.now() })
    },
    edit: (json, { type }) =>
      type === 'Footer.Data'
        ? json.replace(/"postTitle":"([^"]*)"/, `"postTitle":"$1${suffix}"`)
        : json,
  })
  return {
    url,
    async set(next: Condition) {
      if (next === condition) return
      condition = next
      // Both cut open connections: a call that hung while the API was silent never gets a response.
      await (next === 'dead' ? refuse() : listen())
    },
    /** Appends a word to the site's title from now on. */
    mark: (word: string) => {
      suffix = ` ${word}`
    },
    /** All content calls so far, in order, each as JSON. Others are for pictures. */
    calls: () => calls.filter(({ check }) => check !== '').map((call) => JSON.stringify(call)),
    /** All e-mails so far, in order; those sent again as well. */
    emails: emails as readonly ReceivedEmail[],
    close,
  }
}
