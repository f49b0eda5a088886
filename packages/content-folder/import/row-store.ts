import { closeSync, createReadStream, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** A row of a table, by the headings of its cells. */
export type Row = Record<string, string>

/** Rows in memory; further ones are in a temporary file. */
const maxInMemory = 5_000

/** Bytes that are written at once. */
const batchLength = 256 * 1024

const storedRow = z.record(z.string(), z.string())

/** Rows on their way from an export into the folder: a large catalogue does not fit into memory. */
export class RowStore {
  count = 0
  readonly #first: Row[] = []
  #file: { name: string; descriptor: number } | null = null
  #batch: string[] = []
  #batchLength = 0

  add(row: Row): void {
    this.count += 1
    if (this.count <= maxInMemory) {
      this.#first.push(row)
      return
    }
    const line = `${JSON.stringify(row)}\n`
    this.#batch.push(line)
    this.#batchLength += line.length
    if (this.#batchLength >= batchLength) this.#flush()
  }

  async *read(): AsyncGenerator<Row> {
    yield* this.#first
    this.#flush()
    if (!this.#file) return
    for await (const line of createInterface({ input: createReadStream(this.#file.name) })) {
      yield storedRow.parse(JSON.parse(line))
    }
  }

  /** Removes the temporary file. */
  close(): void {
    if (!this.#file) return
    closeSync(this.#file.descriptor)
    rmSync(path.dirname(this.#file.name), { recursive: true, force: true })
    this.#file = null
  }

  #flush() {
    if (this.#batch.length === 0) return
    if (!this.#file) {
      const name = path.join(mkdtempSync(path.join(tmpdir(), 'import-')), 'rows.jsonl')
      this.#file = { name, descriptor: openSync(name, 'w', 0o600) }
    }
    writeSync(this.#file.descriptor, this.#batch.join(''))
    this.#batch = []
    this.#batchLength = 0
  }
}
