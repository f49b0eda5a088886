import os from 'node:os'
import { median, percentile } from './statistics.ts'

export interface Target {
  text: string
  met: boolean
}

export function atLeast(bound: number, value: number, unit = ''): Target {
  return { text: `≥ ${bound}${unit}`, met: value >= bound }
}

export function atMost(bound: number, value: number, unit = ''): Target {
  return { text: `≤ ${bound}${unit}`, met: value <= bound }
}

/** One line of the report. */
export interface Row {
  what: string
  figure: string
  /** The figure relative to that of its peer in the same run. */
  ratio?: string
  target?: Target
}

/** The rows of one part of the report, and the measurements behind them. */
export interface Section {
  title: string
  rows: Row[]
  measured?: unknown
}

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

/** median 11.7 ms, p95 20.2 ms */
export function timesText(times: readonly number[]) {
  return `median ${milliseconds(median(times))}, p95 ${milliseconds(percentile(times, 0.95))}`
}

/** 0.87 ×, 12.5 ×, 140 × */
export function times(ratio: number) {
  return `${ratio.toFixed(ratio >= 100 ? 0 : ratio >= 10 ? 1 : 2)} ×`
}

/** @param megabytes of 2^20 bytes */
export function megabytesText(megabytes: number) {
  return `${whole.format(megabytes)} MB`
}

/** A measured throughput: by the clock, and by the CPU time of the process under load, if that is known. */
interface Throughput {
  perSecond: number
  perCpuSecond: number | null
}

/**
 * The throughput of one process relative to another, measured in turn: the median of the pairs' ratios, and their
 * range. Per second of the processes' own CPU time it is the ratio with a CPU to themselves, without the influence of
 * other programs on the machine.
 */
export function loadRatio(pairs: readonly { own: Throughput; peer: Throughput }[]) {
  const byRate = pairs.map(({ own, peer }) => own.perSecond / peer.perSecond)
  const byCpu = pairs.flatMap(({ own, peer }) =>
    own.perCpuSecond && peer.perCpuSecond ? [own.perCpuSecond / peer.perCpuSecond] : [],
  )
  const counted = byCpu.length === pairs.length ? byCpu : byRate
  const range = [Math.min(...counted), Math.max(...counted)] as const
  return { byCpu: median(counted), range, byRate: median(byRate) }
}

/** 0.86 × the limit (0.82 to 0.91; 0.75 × by the clock) */
export function ratioText({ byCpu, range, byRate }: ReturnType<typeof loadRatio>, peer: string) {
  const [lowest, highest] = range.map((ratio) => ratio.toFixed(2))
  return `${times(byCpu)} ${peer} (${lowest} to ${highest}; ${times(byRate)} by the clock)`
}

/**
 * The whole report: the machine, and a table in Markdown that a terminal shows aligned.
 * @returns isMet: whether all targets are met
 */
export function formatReport(sections: readonly Section[]) {
  const cells = [
    ['', 'Figure', 'Against its peer', 'Target', 'Met'],
    ['', '', '', '', ''],
    ...sections.flatMap(({ title, rows }) => [
      [`**${title}**`, '', '', '', ''],
      ...rows.map(({ what, figure, ratio = '', target }) => {
        const met = target ? (target.met ? 'yes' : 'no') : ''
        return [what, figure, ratio, target?.text ?? '', met]
      }),
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map((at) =>
    Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)),
  )
  const lines = cells.map((row, line) => {
    const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0, line === 1 ? '-' : ' '))
    return `| ${padded.join(' | ')} |`
  })
  const targets = sections.flatMap(({ rows }) => rows).flatMap(({ target }) => target ?? [])
  const met = targets.filter((target) => target.met).length
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const machine = `${cpu?.model.trim()}, ${os.availableParallelism()} cores, ${memory} GB, Node ${process.version}`
  const text = `${machine}\n\n${lines.join('\n')}\n\n${met} of ${targets.length} met.\n`
  return { text, isMet: met === targets.length }
}
