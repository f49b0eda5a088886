declare module 'lighthouse' {
  /** The fields of one audit that the benchmark reads. */
  interface Audit {
    title: string
    score: number | null
    numericValue?: number
    displayValue?: string
    metricSavings?: Partial<Record<'FCP' | 'LCP' | 'TBT' | 'CLS', number>>
  }

  /**
   * Visits an address with the Chromium that listens at `port`, by default as a mid-range phone on
   * slow 4G. Sends no error reports: only its command line does.
   */
  export default function lighthouse(
    url: string,
    flags: {
      port: number
      onlyCategories: readonly string[]
      logLevel: 'error'
      output: 'json'
      /** After this time the page counts as loaded, ms. */
      maxWaitForLoad?: number
      throttlingMethod?: 'provided'
      disableFullPageScreenshot?: boolean
    },
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
