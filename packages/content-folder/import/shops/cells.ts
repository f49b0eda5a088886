import { plainHeading } from './recognise.ts'
import type { CatalogueWriter, ForeignProduct } from '../catalogue.ts'
import type { ForeignTable } from '../open-table.ts'

/** Reads the cells of a row by the headings above them. */
export interface CellReader {
  /** @returns the first cell with a text below one of these headings; empty for none */
  cell: (row: string[], heading: RegExp) => string
  /** @returns the numbers of the columns whose heading matches, with what the first group has matched */
  columns: (heading: RegExp) => { at: number; part: string; heading: string }[]
}

export function cellReader({ headings }: Pick<ForeignTable, 'headings'>): CellReader {
  const known = headings.map(plainHeading)
  const found = new Map<string, number[]>()
  const placesOf = (heading: RegExp) => {
    const places =
      found.get(heading.source) ?? known.flatMap((one, at) => (heading.test(one) ? [at] : []))
    found.set(heading.source, places)
    return places
  }
  return {
    cell: (row, heading) => {
      for (const at of placesOf(heading)) if (row[at]) return row[at]
      return ''
    },
    columns: (heading) =>
      placesOf(heading).map((at) => ({
        at,
        part: heading.exec(known[at] ?? '')?.[1] ?? '',
        heading: headings[at] ?? '',
      })),
  }
}

/** Splits a list in a cell by a sign, unless a backslash stands before it. */
export function listOf(cell: string, separator = ','): string[] {
  return cell
    .split(new RegExp(`(?<!\\\\)\\${separator}`))
    .map((part) => part.replaceAll(`\\${separator}`, separator).trim())
    .filter(Boolean)
}

/** Of the categories of a product, the one with the longest path; the first of several. */
export function deepestOf(paths: string[][]): string[] {
  return paths.reduce<string[]>(
    (deepest, path) => (path.length > deepest.length ? path : deepest),
    [],
  )
}

/** Whether a product is in several categories: those above its own do not count. */
export function isInSeveral(paths: string[][]): boolean {
  const deepest = deepestOf(paths)
  return paths.some((path) => path.some((name, at) => name !== deepest[at]))
}

/** Whether a cell says no: "0", "FALSE", "no". */
export const isNo = (cell: string) => /^(?:0|-1|false|no|n|خطأ|لا)$/i.test(cell)

/**
 * Products whose further rows may follow. In a larger catalogue the oldest of them are added, since the rows of a product
 * stand near one another.
 */
export class WaitingProducts {
  readonly #waiting = new Map<string, ForeignProduct>()

  constructor(readonly catalogue: CatalogueWriter) {}

  get(key: string): ForeignProduct | undefined {
    return this.#waiting.get(key)
  }

  set(key: string, product: ForeignProduct): void {
    // A second product of this name has no place of its own.
    const free = this.#waiting.has(key) ? `${key}\n${this.#waiting.size}` : key
    this.#waiting.set(free, product)
    const [oldest] = this.#waiting
    if (this.#waiting.size <= maxWaiting || !oldest) return
    this.#waiting.delete(oldest[0])
    this.catalogue.add(withOnlyCode(oldest[1]))
  }

  end(): void {
    for (const product of this.#waiting.values()) this.catalogue.add(withOnlyCode(product))
    this.#waiting.clear()
  }
}

/** Most products that wait for further rows of theirs. */
export const maxWaiting = 5_000

/** A product whose only order code is its own. */
export function withOnlyCode(product: ForeignProduct): ForeignProduct {
  const [only] = product.variants
  if (!only || product.variants.length > 1) return product
  const { code, specs } = only
  return { ...product, code, specs: [...product.specs, ...specs], variants: [] }
}

/** Counts what is left out, by a phrase. */
export class LeftOut {
  readonly #counts = new Map<string, number>()

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  list(): string[] {
    return [...this.#counts].map(([what, count]) => `${count} ${what}`)
  }
}
