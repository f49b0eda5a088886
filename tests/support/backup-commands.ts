import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

export const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'backup-'))

/** Settings with which a process loads preload.mjs. */
export const preloaded = { NODE_OPTIONS: '--import ./tests/support/preload.mjs' }

/** Runs a command of the build. One that fails or is killed has a code or a signal. */
export function runCommand(
  command: 'backup' | 'restore' | 'content-service',
  file: string,
  settings: Record<string, string>,
): Promise<{ stdout: string; stderr: string; code?: number; signal?: string }> {
  const options = {
    env: { NODE_ENV: 'production', PATH: process.env['PATH'], ...settings } as const,
  }
  return promisify(execFile)(process.execPath, [`build/server/${command}.js`, file], options).catch(
    (failure: { stdout: string; stderr: string; code: number; signal: string }) => failure,
  )
}
