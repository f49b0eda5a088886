import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    dataRoot: string
  }
}

/** Creates the data folder of one test run, and removes it at the end. */
export default function makeDataRoot({ provide }: TestProject) {
  const root = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  provide('dataRoot', root)
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
}
