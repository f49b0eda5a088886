import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import PQueue from 'p-queue'
import type { ListLine } from '@site/product-search/list'
import type { Search } from '@site/product-search/search'
import type { LineMatch } from '@site/product-search/types'
import { timeLeft } from '@site/runtime/thread-client'
import type { ContentLanguage } from '../content/content-types.ts'
import { createSenderLimit, type SenderLimits } from '../limits/client-limits.ts'
import { readClaim, signClaim } from '../signatures.ts'
import {
  ListReader,
  ProgressBoard,
  type ListFile,
  type OnProgress,
  type ReadListOrFault,
} from './list-reader.ts'

const limits: SenderLimits = {
  client: { burst: 12, perSecond: 1 / 10 },
  network: { burst: 20, perSecond: 1 / 5 },
  wideNetwork: { burst: 30, perSecond: 1 / 3 },
  all: { burst: 40, perSecond: 1 },
  reserve: { burst: 20, perSecond: 1 / 2 },
}

/** Maximum lists matched concurrently; a further one would only wait. */
const maxConcurrent = 5

/** CPU time for matching a list, and a far bound by the clock, ms; its last lines are then left as they are. */
const matchingLimits = { cpuMs: 8_000, clockMs: 40_000 }

/** The kind of a claim, with the version of its content, and max. size of that, bytes: its parts have a limit together. */
const claimKind = 'list1'
const maxClaimBytes = 4 * 1024 * 1024

const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Lines that are matched: a note is not. */
type AskedLines = readonly Pick<ListLine, 'isNote' | 'question'>[]

/** Reads buyers' lists, and finds the products that their lines ask for. */
export interface QuickList {
  /** How far lists are that are read or matched. */
  progress: ProgressBoard
  /** @returns whether a client may send another list; null is an exempt client */
  spend(client: string | null): boolean
  /**
   * Spends for a checked list that comes back: it is rendered, but not matched.
   * @param lists how much the answer costs, in lists that are matched
   */
  spendAgain(client: string | null, lists: number): boolean
  /** Reads the lines of a pasted text. */
  readText(text: string): Promise<ReadListOrFault>
  /** Reads the lines of a file. */
  readFile(file: ListFile, onProgress?: OnProgress): Promise<ReadListOrFault>
  /**
   * Finds products for the lines, each once.
   * @returns undefined for lines that were not searched, as while there is no index; null while too many lists are
   * matched
   */
  match(
    lines: AskedLines,
    language: ContentLanguage,
    onProgress?: OnProgress,
  ): Promise<(LineMatch | undefined)[] | null>
  /** Runs the work on a list and its page after that of other lists: 300 lines take 20 MB, which are free after it. */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result>
  /** Signs a list for its form, which carries it: nothing of it is stored here. */
  sign(list: object): Promise<string>
  /** @returns null for a text that this site has not signed, or with another secret or version */
  readSigned(text: string): Promise<unknown>
  close(): Promise<void>
}

export class QuickLists implements QuickList {
  readonly progress = new ProgressBoard()
  readonly #search: Pick<Search, 'matchLines' | 'matchingTime'>
  readonly #secret: string
  readonly #senders = createSenderLimit(limits)
  readonly #reader = new ListReader()
  readonly #pages = new PQueue({ concurrency: 1 })
  #matching = 0
  /** The last line of all lists: their thread gets one at a time, so that lists advance together. */
  #last: Promise<unknown> = Promise.resolve()

  /** @param secret the site's, for signed lists */
  constructor(search: Pick<Search, 'matchLines' | 'matchingTime'>, secret: string) {
    this.#search = search
    this.#secret = secret
  }

  spend(client: string | null) {
    return this.#senders.spend(client)
  }

  spendAgain(client: string | null, lists: number) {
    return this.#senders.spendOwn(client, lists)
  }

  readText(text: string) {
    return this.#reader.readText(text)
  }

  readFile(file: ListFile, onProgress?: OnProgress) {
    return this.#reader.readFile(file, onProgress)
  }

  async match(lines: AskedLines, language: ContentLanguage, onProgress?: OnProgress) {
    if (this.#matching >= maxConcurrent) return null
    this.#matching += 1
    const left = timeLeft(matchingLimits, this.#search.matchingTime)
    const asked = lines.filter(({ isNote }) => !isNote).map(({ question }) => question)
    const questions = new Set(asked)
    const found = new Map<string, LineMatch>()
    try {
      for (const question of questions) {
        if (left() < 0) break
        const [match] = await this.#matchLine(question, language)
        if (match) found.set(question, match)
        onProgress?.({ of: 'lines', done: found.size, total: questions.size })
      }
    } catch {
      // The visitor gets the list back as it is, and can send it.
    } finally {
      this.#matching -= 1
    }
    return lines.map(({ isNote, question }) => (isNote ? undefined : found.get(question)))
  }

  #matchLine(question: string, language: ContentLanguage): Promise<LineMatch[]> {
    const matches = this.#last.then(() => this.#search.matchLines([question], language))
    this.#last = matches.catch(() => undefined)
    return matches
  }

  inTurn<Result>(task: () => Promise<Result>) {
    return this.#pages.add(task)
  }

  async sign(list: object) {
    const packed = await pack(JSON.stringify(list))
    return signClaim(`${claimKind}.${packed.toString('base64url')}`, this.#secret)
  }

  async readSigned(text: string) {
    const [kind, packed = ''] = readClaim(text, this.#secret)?.split('.') ?? []
    if (kind !== claimKind) return null
    const bytes = Buffer.from(packed, 'base64url')
    const list = await unpack(bytes, { maxOutputLength: maxClaimBytes })
    return JSON.parse(list.toString()) as unknown
  }

  close() {
    return this.#reader.close()
  }
}
