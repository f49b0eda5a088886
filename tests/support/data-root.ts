import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { settingNames } from '../../server/config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dataRoot: string
  }
}

/**
 * Creates the data folder of one test run, and removes it at the end. A developer's own settings are unset, since they
 * must not change what the tests see.
 */
export default function makeDataRoot({ provide }: TestProject) {
  for (const name of settingNames) delete process.env[name]
  const root = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  provide('dataRoot', root)
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
}
