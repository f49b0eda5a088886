declare module 'lighthouse' {
  /** What Lighthouse found out about one audit, as far as the benchmark reads it. */
  interface Audit {
    title: string
    score: number | null
    numericValue?: number
    displayValue?: string
    metricSavings?: Partial<Record<'FCP' | 'LCP' | 'TBT' | 'CLS', number>>
  }

  /**
   * Looks at one address with the Chromium that listens at `port`, as a mid phone on slow 4G unless
   * told otherwise. Sends nothing to anybody: error reports are for its command line only.
   */
  export default function lighthouse(
    url: string,
    flags: { port: number; onlyCategories: readonly string[]; logLevel: 'error'; output: 'json' },
  ): Promise<
    | {
        lhr: {
          categories: Record<string, { score: number | null }>
          audits: Record<string, Audit>
          environment: { benchmarkIndex: number }
          runtimeError?: { message: string }
        }
      }
    | undefined
  >
}
