import type { LoadRatio } from './load.ts'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** 28,412 /s */
export function perSecond(rate: number) {
  return `${whole.format(rate)} /s`
}

/** With three significant digits or more: 0.84 ms, 12.5 ms, 1,204 ms. */
export function milliseconds(ms: number) {
  if (ms >= 100) return `${whole.format(ms)} ms`
  return `${ms.toFixed(ms >= 10 ? 1 : 2)} ms`
}

/** 0.87 ×, 12.5 ×, 140 × */
export function times(ratio: number) {
  return `${ratio.toFixed(ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2)} ×`
}

/** The ratio by CPU time, and the one by the clock: 0.86 × the limit (0.75 × by the clock) */
export function ratioText({ byCpu, byRate }: LoadRatio, peer: string) {
  return `${times(byCpu)} ${peer} (${times(byRate)} by the clock)`
}

/** @param megabytes of 2^20 bytes */
export function megabytesText(megabytes: number) {
  return `${whole.format(megabytes)} MB`
}

/** In kB of 1,000 bytes. */
export function kilobytesText(bytes: number) {
  return `${(bytes / 1000).toFixed(bytes >= 100_000 ? 0 : 1)} kB`
}
