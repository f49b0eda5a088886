import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startContentService } from '@site/content-folder/service'
import { copyFilledContent } from './filled-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    contentUrl: string
  }
}

/**
 * Starts the embedded content service with the project's sample, once for all files of a project, and provides its
 * address as `contentUrl`.
 * @returns a function that stops it
 */
export default async function startSharedService({ provide }: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-data-'))
  copyFilledContent(dataDir)
  const service = await startContentService({ dataDir })
  provide('contentUrl', service.url)
  // Site processes of the suite start with it: filling a database takes two seconds of processor time.
  process.env['FILLED_CONTENT'] = path.join(dataDir, 'content-service', 'content.db')
  return async () => {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
