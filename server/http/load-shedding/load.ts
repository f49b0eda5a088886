/** What takes time to answer, in the order in which it is refused when there is too much to do. */
export const kinds = ['prefetch', 'card', 'picture', 'data', 'page'] as const

export type Kind = (typeof kinds)[number]

/** Up to where one kind is taken on. */
interface Bounds {
  /** Of what is under way, pictures apart from the rest. */
  underWay: number
  /** How late the event loop may be, ms. */
  delayMs: number
  /**
   * So many are taken on however late the loop is: it is not these few that make it late, but a
   * neighbour on the machine, or the start.
   */
  always: number
}

/**
 * A page takes the processor for some 4 ms, so 128 of them are half a second: whoever is taken on
 * gets an answer soon. When the content API is slow they wait for that, and more of them would not
 * make it quicker: it gets 32 calls at a time. Two pictures are made at a time, some 40 ms each, in a
 * process of their own: a list has forty that nobody has seen, and a browser does not ask twice.
 */
export const bounds: Readonly<Record<Kind, Bounds>> = {
  prefetch: { underWay: 32, delayMs: 150, always: 4 },
  // Nobody looks at one while he waits, and it takes what a page takes and then is drawn.
  card: { underWay: 48, delayMs: 250, always: 4 },
  picture: { underWay: 128, delayMs: 300, always: 64 },
  data: { underWay: 96, delayMs: 450, always: 12 },
  page: { underWay: 128, delayMs: 600, always: 16 },
}

/** Pages in the making, those included whose visitors have left. */
const mostPendingRenders = 256

/** A kind that was refused because the loop was late is taken on again below this share of its bound. */
const easedAt = 0.5

/** Why something is not taken on. */
export type Overload = 'busy' | 'late'

/**
 * Whether there is room for one more.
 * @param delayMs how late the event loop is, smoothed
 * @param pendingRenders pages that are being made, whoever waits for them
 */
export function createLoad({
  delayMs,
  pendingRenders,
}: {
  delayMs: () => number
  pendingRenders: () => number
}) {
  const underWay = { pages: 0, pictures: 0 }
  const tooLate = new Set<Kind>()

  function isLate(kind: Kind) {
    const bound = bounds[kind].delayMs * (tooLate.has(kind) ? easedAt : 1)
    if (delayMs() > bound) tooLate.add(kind)
    else tooLate.delete(kind)
    return tooLate.has(kind)
  }

  return {
    /** @returns null when there is room */
    overloadFor(kind: Kind): Overload | null {
      const count = kind === 'picture' ? underWay.pictures : underWay.pages
      const { underWay: bound, always } = bounds[kind]
      const isFull = kind !== 'picture' && pendingRenders() >= mostPendingRenders
      if (count >= bound || isFull) return 'busy'
      return count >= always && isLate(kind) ? 'late' : null
    },
    /** @returns what to call once it is answered, or nobody waits for it any more */
    begin(kind: Kind): () => void {
      const room = kind === 'picture' ? 'pictures' : 'pages'
      underWay[room] += 1
      return () => {
        underWay[room] -= 1
      }
    },
  }
}
