export type Turns = ReturnType<typeof createTurns>

/**
 * Lets work for the processor begin piece by piece, one for each turn of the event loop. However much
 * of it comes at once, what has arrived meanwhile is looked at after every piece: so a visitor who
 * gets a kept page waits for one piece of work, not for all. What has been begun goes first, so it is
 * soon done; otherwise the order is that of asking.
 * @param nextTurn runs something in the next turn; tests hand in their own
 */
export function createTurns(nextTurn: (run: () => void) => void = setImmediate) {
  const begun: (() => void)[] = []
  const toBegin: (() => void)[] = []
  let isComing = false

  function come() {
    const go = begun.shift() ?? toBegin.shift()
    go?.()
    isComing = begun.length + toBegin.length > 0
    if (isComing) nextTurn(come)
  }

  function waitIn(line: (() => void)[]) {
    return new Promise<void>((go) => {
      line.push(go)
      if (isComing) return
      isComing = true
      nextTurn(come)
    })
  }

  return {
    /** Fulfils when it is the turn of something new. */
    begin: () => waitIn(toBegin),
    /** The same for the next piece of what has been begun. */
    goOn: () => waitIn(begun),
  }
}

/** The turns of this process: there is one event loop for all its pages. */
export const processorTurns = createTurns()
