import { execFile } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Site } from './site-host.ts'

const content = path.join('content-service', 'content.db')

/** Copies the sample's content to a data folder, if scripts/check.mjs has filled one for all suites. */
export function copyFilledContent(dataDir: string) {
  const filled = process.env['FILLED_DATA']
  if (filled === undefined) return
  mkdirSync(path.join(dataDir, 'content-service'))
  copyFileSync(path.join(filled, content), path.join(dataDir, content))
}

/** Copies the sample's content and its search index to a data folder, if scripts/check.mjs has filled one. */
export function copyFilledData(dataDir: string) {
  const filled = process.env['FILLED_DATA']
  if (filled !== undefined) cpSync(filled, dataDir, { recursive: true })
}

/**
 * Starts the built site with an index of the whole sample, as after a restart. Nothing is crawled: filling an index takes
 * twenty seconds of processor time.
 */
export async function startFilledSite<T extends Site>(
  settings: Record<string, string>,
  start: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'site-data-'))
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    if (process.env['FILLED_DATA'] === undefined) {
      const fill = path.join('tests', 'support', 'fill-data.ts')
      await promisify(execFile)(process.execPath, ['--import', 'tsx', fill, dataDir])
    }
    copyFilledData(dataDir)
    const site = await start({ ...settings, DATA_DIR: dataDir })
    return { ...site, stop: () => site.stop().finally(removeData) }
  } catch (error) {
    removeData()
    throw error
  }
}
