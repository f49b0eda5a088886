import { stripUnprintable } from '@site/arabic-text/characters'
import type { Config } from '../config.ts'
import words from './words.json'

/**
 * - ok: as it should be
 * - info: nothing to do
 * - warning: the site works, but something is missing, risky or slow
 * - error: the site, or a part of it, does not work
 * - passed, failed, not tried: what came of a rule for content APIs
 */
type Level = 'ok' | 'info' | 'warning' | 'error' | 'passed' | 'failed' | 'not tried'

/** One line of the report. */
export interface Finding {
  level: Level
  subject: string
  text: string
}

/** The findings of a check, in the order of the report. */
export type Findings = AsyncGenerator<Finding, void, undefined>

/** Finds what is right and wrong with a part of an installation. */
export type Check = (config: Config) => Iterable<Finding> | AsyncIterable<Finding>

/** Values for the {names} in a text. */
type Values = Record<string, string | number>

/** A text of words.json, which has all that the doctor says but for the rules of content APIs. */
export type Said = readonly [text: keyof typeof words, values?: Values]

const finding =
  (level: Level) =>
  (subject: string, ...[text, values = {}]: Said): Finding => ({
    level,
    subject,
    text: words[text].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  })

export const ok = finding('ok')
export const info = finding('info')
export const warning = finding('warning')
export const failure = finding('error')

/** Collects the findings of checks. One that throws is a finding, too. */
export async function findingsOf(config: Config, ...checks: Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of checks) {
    try {
      for await (const finding of check(config)) findings.push(finding)
    } catch (error) {
      findings.push(failure('check', 'checkFailed', { error: String(error) }))
    }
  }
  return findings
}

/** Formats the lines of one area. */
export function formatArea(title: string, findings: readonly Finding[]) {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const levelWidth = Math.max(7, ...findings.map(({ level }) => level.length))
  const lines = findings.map(({ level, subject, text }) => {
    // The text may contain third-party data.
    const printable = stripUnprintable(text).replace(/\s+/g, ' ').replace(/\.$/, '')
    return `  ${level.padEnd(levelWidth)}  ${subject.padEnd(width)}  ${printable}.\n`
  })
  return `\n${title}\n${lines.join('')}`
}

/** Formats the last line of the report. */
export function formatSummary(findings: readonly Finding[]) {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const rules = count('failed') > 0 ? `, ${counted(count('failed'), 'rule')} failed` : ''
  return `\n${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}${rules}.\n`
}

/** Formats a number with its noun. */
export function counted(number: number, noun: string) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Returns an address without user, password and query, which may be secret. */
export function shownAddress(address: string) {
  // Several hosts in one address are none for URL.
  if (!URL.canParse(address)) return address.replace(/\/\/.*@/, '//')
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
