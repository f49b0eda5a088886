/** A call of a method in a thread; each gets one reply with its id. */
export interface ThreadCall {
  id: number
  method: string
  args: unknown[]
}

export type ThreadReply = { id: number; result: unknown } | { id: number; error: string }

/** The method that ends a thread; it has no reply. */
export const closeMethod = 'close'
