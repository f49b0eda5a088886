import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { getGood } from '../bench/requests.ts'

/** A visitor with a form, and what became of it. */
export interface Enquirer {
  /** Their name is `Visitor` and this number. */
  number: number
  token: string
  /** All references that they were shown: one, whatever happens. */
  references: Set<string>
  /** When they were first shown it, by the monotonic clock, ms. */
  acceptedAt: number
  /** Requests without a response, which they repeated. */
  failures: number
  /** Statuses of responses without a reference, which they repeated as well. */
  refusals: number[]
}

const formData = z.object({ form: z.object({ token: z.string() }) })

/** Before the same form is sent again, ms. */
const repeatMs = 200

const pollMs = 20

/** How long a visitor repeats a form, ms. */
const patienceMs = 60_000

/** Of so many visitors one presses the button twice. */
const twiceOf = 10

/** A form that is sent sooner is taken for a program's, ms. */
const fillInMs = 2_500

/** Fetches a form for each visitor, and waits until they may send it. */
export async function openForms(port: number, count: number): Promise<Enquirer[]> {
  const enquirers: Enquirer[] = []
  let next = 0
  async function open() {
    while (next < count) {
      const number = next
      next += 1
      const { text } = await getGood(port, '/enquiry?_data=routes%2Fenquiry')
      const { token } = formData.parse(JSON.parse(text)).form
      enquirers[number] = {
        ...{ number, token, references: new Set<string>(), acceptedAt: Infinity },
        ...{ failures: 0, refusals: [] },
      }
    }
  }
  await Promise.all(Array.from({ length: 8 }, open))
  await pause(fillInMs)
  return enquirers
}

/**
 * Sends forms at a fixed rate, whether or not earlier ones have a response.
 * @param items what they ask for
 */
export function startEnquirers(
  port: number,
  enquirers: readonly Enquirer[],
  { perSecond, items }: { perSecond: number; items: string },
) {
  let sent = 0
  const pending: Promise<unknown>[] = []

  async function send() {
    const startedAt = performance.now()
    for (const enquirer of enquirers) {
      await pause(Math.max(0, startedAt + (sent * 1000) / perSecond - performance.now()))
      const presses = enquirer.number % twiceOf === 0 ? 2 : 1
      for (let press = 0; press < presses; press += 1) {
        pending.push(sendUntilAccepted(port, enquirer, items))
      }
      sent += 1
    }
  }

  const isSent = send()
  return {
    /** How many were sent so far. */
    sent: () => sent,
    /** Resolves once that share of them was sent, whether or not there is a response. */
    async reached(share: number) {
      while (sent < share * enquirers.length) await pause(pollMs)
    },
    /** Resolves once all have a reference, or have given up. */
    async ended() {
      await isSent
      await Promise.all(pending)
    },
  }
}

/** Sends a form again and again until it has a reference, as a person does. */
async function sendUntilAccepted(port: number, enquirer: Enquirer, items: string) {
  const givesUpAt = performance.now() + patienceMs
  while (performance.now() < givesUpAt) {
    const response = await post(port, enquirer, items).catch(() => null)
    if (!response) enquirer.failures += 1
    else if (response.reference === null) enquirer.refusals.push(response.status)
    else {
      enquirer.references.add(response.reference)
      enquirer.acceptedAt = Math.min(enquirer.acceptedAt, performance.now())
      return
    }
    await pause(repeatMs)
  }
}

async function post(port: number, { number, token }: Enquirer, items: string) {
  const body = new FormData()
  body.append('name', `Visitor ${number}`)
  body.append('email', `visitor-${number}@soak.example`)
  body.append('message', `Please send a quotation.\nمتى يمكن التسليم؟ ${number}`)
  body.append('items', items)
  body.append('form', token)
  const response = await fetch(`http://127.0.0.1:${port}/enquiry`, {
    method: 'POST',
    headers: { cookie: `lang=${number % 2 === 0 ? 'Ar' : 'En'}` },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  const { status, headers } = response
  await response.arrayBuffer()
  const location = status === 303 ? (headers.get('location') ?? '') : ''
  return { status, reference: /^\/enquiry\/([^/?]+)$/.exec(location)?.[1] ?? null }
}
