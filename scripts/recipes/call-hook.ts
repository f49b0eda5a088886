import { signBody, signatureHeader } from '../../server/http-signature.ts'
import { ask } from './ask-site.ts'

/** The secret of the webhook of the content system. */
export const hookSecret = 'a secret of the content system'

/** No two signatures are alike: each is accepted once, and counts whole seconds. */
let calls = 0

/**
 * Tells the site of changed content, as a content management system does.
 * @param body JSON with content types
 * @throws Error unless it is accepted
 */
export async function callHook(port: number, body: string) {
  calls += 1
  const sent = body.padEnd(body.length + calls)
  const { status } = await ask(port, '/hooks/content', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': String(sent.length),
      [signatureHeader]: signBody(sent, hookSecret, Math.floor(Date.now() / 1000)),
    },
    body: sent,
  })
  if (status !== 200) throw new Error(`The webhook answers ${status}.`)
}
