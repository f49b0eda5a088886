import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { startContentService, type ContentService } from '../../server/content-service/start.ts'

/**
 * The embedded content service with the project's sample, for all tests of a file.
 * @returns a getter for its address; read it inside a test
 */
export function useContentService() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-data-'))
  let service: ContentService | undefined

  beforeAll(async () => {
    service = await startContentService({ dataDir })
  })
  afterAll(async () => {
    await service?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  return {
    get url() {
      return service?.url ?? ''
    },
  }
}
