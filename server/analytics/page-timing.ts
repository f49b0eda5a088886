import { z } from 'zod'
import { metrics } from '../metrics.ts'

/** The kinds of page by which visitors' timings are reported. */
const pageKinds = ['home', 'product', 'product-list', 'article', 'list', 'search', 'other'] as const

export type PageKind = (typeof pageKinds)[number]

/** A value that no visitor has waited for, or that is none, is left out; the others count. */
function upTo(max: number) {
  return z.number().min(0).max(max).optional().catch(undefined)
}

const maxMs = 60_000

/**
 * The Web Vitals of one page load, as the browser reports them: times in milliseconds. Nothing else is
 * accepted, so that nothing else of a visitor can be kept.
 */
export const pageTimingSchema = z.strictObject({
  page: z.enum(pageKinds),
  lang: z.enum(['Ar', 'En']),
  lcp: upTo(maxMs),
  inp: upTo(maxMs),
  ttfb: upTo(maxMs),
  cls: upTo(10),
})

type PageTiming = z.output<typeof pageTimingSchema>

/** Adds the timings of a page load to the metrics. */
export function recordPageTiming({ page, lang, lcp, inp, ttfb, cls }: PageTiming) {
  const labels = { page, language: lang }
  if (lcp !== undefined) metrics.lcpSeconds.observe(labels, lcp / 1000)
  if (inp !== undefined) metrics.inpSeconds.observe(labels, inp / 1000)
  if (ttfb !== undefined) metrics.ttfbSeconds.observe(labels, ttfb / 1000)
  if (cls !== undefined) metrics.cls.observe(labels, cls)
}
