import { stripUnprintable } from '../content/posts/post-fields.ts'

/**
 * - ok: as it should be
 * - info: nothing to do
 * - warning: the site works, but something is missing, risky or slow
 * - error: the site, or a part of it, does not work
 */
type Level = 'ok' | 'info' | 'warning' | 'error'

/** One line of the report. */
export interface Finding {
  level: Level
  subject: string
  text: string
}

/** What is wrong, and what to do about it: two sentences without their full stops. */
export interface Advice {
  problem: string
  action: string
}

export function ok(subject: string, text: string): Finding {
  return { level: 'ok', subject, text }
}

export function info(subject: string, text: string): Finding {
  return { level: 'info', subject, text }
}

export function warning(subject: string, advice: Advice): Finding {
  return { level: 'warning', subject, text: textOf(advice) }
}

export function failure(subject: string, advice: Advice): Finding {
  return { level: 'error', subject, text: textOf(advice) }
}

function textOf({ problem, action }: Advice) {
  return `${problem}. To do: ${action}`
}

/** The lines of one area. */
export function formatArea(title: string, findings: readonly Finding[]) {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const lines = findings.map(({ level, subject, text }) => {
    // What others have sent may be in it.
    const printable = stripUnprintable(text).replace(/\s+/g, ' ').replace(/\.$/, '')
    return `  ${level.padEnd(7)}  ${subject.padEnd(width)}  ${printable}.\n`
  })
  return `\n${title}\n${lines.join('')}`
}

/** The last line of the report. */
export function formatSummary(findings: readonly Finding[]) {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  return `\n${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.\n`
}

/** A number with its noun. */
export function counted(number: number, noun: string, plural = `${noun}s`) {
  return `${number} ${number === 1 ? noun : plural}`
}

/** An address without user, password and query, which may be secret. */
export function shownAddress(address: string) {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
