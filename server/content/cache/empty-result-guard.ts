import type { ContentType } from '../../config.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import {
  callKindOf,
  isEmpty,
  firstPostCall,
  type ContentCall,
  type ContentLayer,
  type ReadCall,
} from '../call.ts'

/**
 * A content API that has lost its data returns well-formed empty lists. So a type that becomes empty
 * is accepted only after this many consecutive empty responses over this time, ms. A purge by an
 * operator accepts it at once, for example after an editor removed the last item of the type.
 */
const acceptedAfter = { responses: 3, ms: 15 * 60 * 1000 }

/** The empty responses of one type in one language, in place of full content. */
interface EmptyResult {
  type: ContentType
  /** Time of the first empty response, ms since the epoch. */
  since: number
  responses: number
  isAccepted: boolean
}

interface GuardLayer {
  /** Marks an empty result that may not replace the known content (`isGuarded`). */
  layer: ContentLayer
  /** The types whose empty result is not accepted yet. */
  types(): ContentType[]
}

/** Decides whether an empty result may replace a full one; logs and counts guarded types. */
export class EmptyResultGuard implements GuardLayer {
  /** Calls the content API, to see whether a type has any post. */
  readonly #ask: ReadCall
  readonly #results = new Map<string, EmptyResult>()

  constructor(ask: ReadCall) {
    this.#ask = ask
  }

  readonly layer: ContentLayer = (next) => async (call) => {
    const content = await next(call)
    if (!isEmpty(content)) this.#recordFull(call)
    else if (await this.#rejects(call)) return { ...content, isGuarded: true }
    return content
  }

  types() {
    const guarded = [...this.#results.values()].filter(({ isAccepted }) => !isAccepted)
    return [...new Set(guarded.map(({ type }) => type))]
  }

  #recordFull(call: ContentCall) {
    const id = idOf(call)
    // One full details response does not release a guarded list.
    if (callKindOf(call) !== 'details' || this.#isAccepted(id)) this.#change(call, null)
  }

  /** Whether the known content stays in use instead of an empty result. */
  async #rejects(call: ContentCall) {
    const { known } = call
    const kind = callKindOf(call)
    if (!known || isEmpty(known)) return false
    if (known.acceptsEmpty) {
      if (kind !== 'details') this.#change(call, { isAccepted: true })
      return false
    }
    if (this.#isAccepted(idOf(call))) return false
    // One empty parent or post is an editor's change; if its whole type is empty, data was lost.
    if (kind !== 'root list' && !isEmpty(await this.#ask(firstPostCall(call)))) {
      this.#change(call, null)
      return false
    }
    return !this.#recordEmpty(call)
  }

  #isAccepted(id: string) {
    return this.#results.get(id)?.isAccepted === true
  }

  /** @returns whether the empty result is accepted from now on */
  #recordEmpty(call: ContentCall) {
    const { since, responses } = this.#results.get(idOf(call)) ?? {
      since: Date.now(),
      responses: 0,
    }
    const isLongEnough = Date.now() - since >= acceptedAfter.ms
    const isAccepted = isLongEnough && responses + 1 >= acceptedAfter.responses
    this.#change(call, { since, responses: responses + 1, isAccepted })
    return isAccepted
  }

  /** Changes the result of a call's type and language; null: it is full again. Reports whether its type is guarded. */
  #change(call: ContentCall, change: Partial<EmptyResult> | null) {
    const id = idOf(call)
    if (!change && !this.#results.has(id)) return
    const { type } = call.query
    const isGuarded = () => this.types().includes(type)
    const wasGuarded = isGuarded()
    const empty = { type, since: Date.now(), responses: 1, isAccepted: false }
    if (change) this.#results.set(id, { ...empty, ...this.#results.get(id), ...change })
    else this.#results.delete(id)
    if (isGuarded() === wasGuarded) return
    metrics.contentEmptyResults.set({ type }, wasGuarded ? 0 : 1)
    if (wasGuarded) log.warn({ type }, 'empty-result guard cleared')
    else log.error({ type }, 'empty-result guard active')
  }
}

function idOf({ query, language }: ContentCall) {
  return JSON.stringify([query.type, language])
}
