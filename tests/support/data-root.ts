import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    dataRoot: string
  }
}

/** Makes the folder that holds the data of all test files of one run; it goes when they are done. */
export default function makeDataRoot({ provide }: TestProject) {
  const root = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  provide('dataRoot', root)
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 })
}
