interface Addition<T> {
  items: T[]
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Writes items with one call at a time. What is added while a call is under way is written together by the next call,
 * since a transaction of the index costs as much as several posts.
 */
export class JointWriter<T> {
  readonly #write: (items: T[]) => Promise<void>
  #waiting: Addition<T>[] = []
  #isWriting = false

  constructor(write: (items: T[]) => Promise<void>) {
    this.#write = write
  }

  /**
   * @returns a promise that resolves when the items are written
   * @throws the error of the call that had them, which fails for all of its additions
   */
  async add(items: T[]) {
    if (items.length === 0) return
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ items, resolve, reject })
      if (!this.#isWriting) void this.#writeWaiting()
    })
  }

  async #writeWaiting() {
    this.#isWriting = true
    while (this.#waiting.length > 0) {
      const additions = this.#waiting.splice(0)
      try {
        await this.#write(additions.flatMap(({ items }) => items))
        for (const { resolve } of additions) resolve()
      } catch (error) {
        for (const { reject } of additions) reject(error)
      }
    }
    this.#isWriting = false
  }
}
