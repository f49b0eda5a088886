import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { ContentLanguage } from '../content/content-types.ts'
import { createSenderLimit, type SenderLimits } from '../limits/client-limits.ts'
import type { Search } from '@site/product-search/search'
import type { LineMatch } from '@site/product-search/types'
import { readClaim, signClaim } from '../signatures.ts'
import { createThreadClient, timeLeft } from '@site/runtime/thread-client'
import { DocumentReader, type DocumentText } from './document-reader.ts'
import { fileKindOf, textOf, type FileFault } from './file-kind.ts'
import { ProgressBoard, type OnProgress } from './progress-board.ts'
import type { ListOrFault, ListThreadMethods } from './list-worker.ts'
import {
  joinLists,
  questionOf,
  readLine,
  type ListLine,
  type ReadList,
} from '@site/product-search/list'

/** Why a list was not read; a key of the translations. */
export type ListFault = FileFault | 'locked' | 'noise' | 'busy' | 'empty' | 'gone'

/** A file with a list: its bytes are loaded when it is its turn. */
export interface ListFile {
  /** Size, bytes. */
  size: number
  load: () => Promise<Uint8Array>
}

const limits: SenderLimits = {
  client: { burst: 12, perSecond: 1 / 10 },
  network: { burst: 20, perSecond: 1 / 5 },
  wideNetwork: { burst: 30, perSecond: 1 / 3 },
  all: { burst: 40, perSecond: 1 },
  reserve: { burst: 20, perSecond: 1 / 2 },
}

/** Maximum lists matched concurrently; a further one would only wait. */
const maxConcurrent = 5

/** Texts and files that wait to be read; each takes milliseconds. */
const maxReadings = 40

const busy = 'busy'

/** CPU time for matching a list, and a far bound by the clock, ms; its last lines are then left as they are. */
const matchingLimits = { cpuMs: 8_000, clockMs: 40_000 }

/** Max. size of a workbook or text, bytes: it may have a letterhead with a picture. */
const maxTableBytes = 2 * 1024 * 1024

/** CPU time for reading a file, ms, and the heap of its thread, MB. */
const readingMs = 3_000
const heap = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }

/** The kind of a claim, with the version of its content, and max. size of that, bytes: its parts have a limit together. */
const claimKind = 'list1'
const maxClaimBytes = 4 * 1024 * 1024

const [pack, unpack] = [promisify(deflateRaw), promisify(inflateRaw)]

/** Reads buyers' lists, and finds the products that their lines ask for. */
export interface QuickList {
  /** @returns whether a client may send another list; null is an exempt client */
  spend: (client: string | null) => boolean
  /**
   * Spends for a checked list that comes back: it is rendered, but not matched.
   * @param lists how much the answer costs, in lists that are matched
   */
  spendAgain: (client: string | null, lists: number) => boolean
  /** Reads the lines of a pasted text. */
  readText: (text: string) => Promise<ReadList | { fault: ListFault }>
  /** Reads one line's words, which the visitor has changed. */
  readWords: (words: string) => { isNote: false; question: string }
  /** Reads a line of text that the visitor takes for an item. */
  readLine: typeof readLine
  /** Joins lists into one, within the limits. */
  join: typeof joinLists
  /** Reads the lines of a workbook, of a text file such as CSV, or of a PDF or Word file. */
  readFile: (file: ListFile, onProgress?: OnProgress) => Promise<ReadList | { fault: ListFault }>
  /**
   * Finds products for the lines, each once.
   * @returns undefined for lines that were not searched, as while there is no index; null while too many lists are
   * matched
   */
  match: (
    lines: readonly Pick<ListLine, 'isNote' | 'question'>[],
    language: ContentLanguage,
    onProgress?: OnProgress,
  ) => Promise<(LineMatch | undefined)[] | null>
  /** How far lists are that are read or matched. */
  progress: ProgressBoard
  /** Signs a list for its form, which carries it: nothing of it is stored here. */
  sign: (list: object) => Promise<string>
  /** @returns null for a text that this site has not signed, or with another secret or version */
  readSigned: (text: string) => Promise<unknown>
  close: () => Promise<void>
}

/** @param secret the site's, for signed lists */
export function createQuickList(
  search: Pick<Search, 'matchLines' | 'matchingTime'>,
  secret: string,
): QuickList {
  const senders = createSenderLimit(limits)
  const thread = createThreadClient<ListThreadMethods, never>({
    program: 'server/quick-list/list-worker.ts',
    workerData: null,
    heap,
    maxWaiting: maxReadings,
    restartMs: 0,
    endsOnTimeout: true,
    timeouts: { readText: readingMs, readWorkbook: readingMs, readSheet: readingMs },
    clockFactor: 10,
    endedMessage: 'list thread ended',
    onNotice: () => undefined,
    toFailure: (fault, reason, cause) => new Error(fault === 'busy' && !cause ? busy : reason),
  })

  /** Reads in the thread. A call that ended it had too little memory or time. */
  async function read(call: Promise<ListOrFault>): Promise<ReadList | { fault: ListFault }> {
    try {
      return await call
    } catch (error) {
      return { fault: error instanceof Error && error.message === busy ? busy : 'large' }
    }
  }

  const documents = new DocumentReader()

  /** Reads a file that may be large: it waits on the disk until it is its turn. */
  async function readDocument(
    load: ListFile['load'],
    onProgress?: OnProgress,
  ): Promise<ReadList | { fault: ListFault }> {
    let other: FileFault | undefined
    const found = await documents.read(
      async () => {
        const bytes = await load()
        const kind = fileKindOf(bytes)
        if (kind === 'pdf' || kind === 'word') return { kind, bytes }
        other = typeof kind === 'object' ? kind.fault : 'large'
        throw new RangeError(other)
      },
      (progress) => onProgress?.({ of: 'pages', ...progress }),
    )
    if (other) return { fault: other }
    if ('fault' in found) return { fault: found.fault === 'broken' ? 'unreadable' : found.fault }
    return readDocumentText(found.text)
  }

  async function readDocumentText({ sheet, hasTables, hidden, ...text }: DocumentText) {
    if (text.isNoise) return { fault: 'noise' } as const
    if (text.pictures === text.pages) return { fault: 'pictures' } as const
    const lines = () => sheet.rows.map((row) => row.map((cell) => cell.text).join('\t')).join('\n')
    const list = await read(hasTables ? thread.readSheet(sheet) : thread.readText(lines()))
    if ('fault' in list) return list
    if (list.lines.length === 0) return { fault: hasTables ? 'pictures' : 'unreadable' } as const
    const causes: ReadList['causes'] = text.pictures > 0 ? ['pictures'] : []
    return { ...list, hidden: list.hidden + hidden, causes: [...list.causes, ...causes] }
  }

  let matching = 0
  /** The last line of all lists: their thread gets one at a time, so that lists advance together. */
  let last: Promise<unknown> = Promise.resolve()

  function matchLine(question: string, language: ContentLanguage): Promise<LineMatch[]> {
    const matches = last.then(() => search.matchLines([question], language))
    last = matches.catch(() => undefined)
    return matches
  }

  return {
    spend: (client) => senders.spend(client),
    spendAgain: (client, lists) => senders.spendOwn(client, lists),
    readText: (text) => read(thread.readText(text)),
    readWords: (words) => ({ isNote: false, question: questionOf(words) }),
    readLine,
    join: joinLists,

    async readFile({ size, load }, onProgress) {
      if (size > maxTableBytes) return readDocument(load, onProgress)
      const bytes = await load()
      const kind = fileKindOf(bytes)
      if (typeof kind === 'object') return kind
      if (kind === 'pdf' || kind === 'word') return readDocument(async () => bytes, onProgress)
      if (kind === 'text') return read(thread.readText(textOf(bytes)))
      const list = await read(thread.readWorkbook(bytes))
      const isLocked = kind === 'oldWorkbook' && 'fault' in list && list.fault === 'unreadable'
      return isLocked ? { fault: 'locked' } : list
    },

    async match(lines, language, onProgress) {
      if (matching >= maxConcurrent) return null
      matching += 1
      const left = timeLeft(matchingLimits, search.matchingTime)
      const asked = lines.filter(({ isNote }) => !isNote).map(({ question }) => question)
      const questions = new Set(asked)
      const found = new Map<string, LineMatch>()
      try {
        for (const question of questions) {
          if (left() < 0) break
          const [match] = await matchLine(question, language)
          if (match) found.set(question, match)
          onProgress?.({ of: 'lines', done: found.size, total: questions.size })
        }
      } catch {
        // The visitor gets the list back as it is, and can send it.
      } finally {
        matching -= 1
      }
      return lines.map(({ isNote, question }) => (isNote ? undefined : found.get(question)))
    },

    progress: new ProgressBoard(),

    async sign(list) {
      const packed = await pack(JSON.stringify(list))
      return signClaim(`${claimKind}.${packed.toString('base64url')}`, secret)
    },

    async readSigned(text) {
      const [kind, packed = ''] = readClaim(text, secret)?.split('.') ?? []
      if (kind !== claimKind) return null
      const options = { maxOutputLength: maxClaimBytes }
      return JSON.parse(
        (await unpack(Buffer.from(packed, 'base64url'), options)).toString(),
      ) as unknown
    },

    async close() {
      documents.close()
      await thread.close()
    },
  }
}
