import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readConfigOrStop, type Config } from '../config.ts'
import type { OutboxSummary } from '../enquiries/outbox/outbox-file.ts'
import { personalPath, personalPlaces, removeStage } from '../enquiries/personal-data.ts'

/** The names of files in an archive. Below `data` they are as in DATA_DIR. */
export const archived = {
  outbox: `data/${personalPlaces.outbox.path}`,
  changes: 'data/search/changes.db',
  settings: 'settings.txt',
  /** The SHA-256 of each other file by its name, as JSON. Earlier versions wrote none. */
  manifest: 'manifest.json',
}

/** The operator's own folders by their names in an archive; null where the setting is missing. */
export function ownFolders({ content, brandDir }: Config): [name: string, folder: string | null][] {
  return [
    ['content', content.isSample ? null : content.dir],
    ['brand', brandDir ?? null],
  ]
}

export function countsOf({ waiting, failed, delivered }: OutboxSummary) {
  return `${waiting} enquiries wait, ${failed} failed, ${delivered} were delivered`
}

/** Names files on one line, of many the first five. */
export function namesOf(files: string[]) {
  const more = files.length > 5 ? ` and ${files.length - 5} more` : ''
  return files.slice(0, 5).join('; ') + more
}

/** @returns the SHA-256 of a file, in hex */
export async function digestOf(file: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Runs a command of an operator, on the file that its command line names, and prints its lines. A failure is one line on
 * standard error.
 * @param work gets a private folder in DATA_DIR, which is removed at the end
 */
export async function runOnFile(
  command: 'backup' | 'restore',
  work: (file: string, config: Config, stage: string) => Promise<string[]>,
) {
  const config = readConfigOrStop()
  const stage = personalPath(config.dataDir, command)
  try {
    const [file, ...others] = process.argv.slice(2)
    if (!file || others.length > 0) throw new Error(`Use: node build/server/${command}.js FILE`)
    await openStage(config.dataDir, command)
    const lines = await work(path.resolve(file), config, stage).finally(() => removeStage(stage))
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${reason.replace(/\s+/g, ' ')}\n`)
    process.exitCode = 1
  }
}

/** @throws what to do if the folder of the site's data cannot be used, or would have files that the site may not read */
async function openStage(dataDir: string, command: 'backup' | 'restore') {
  const stage = personalPath(dataDir, command)
  try {
    if (command === 'backup') await access(dataDir)
    const owner = (await stat(dataDir).catch(() => null))?.uid ?? 0
    if (command === 'restore' && owner !== 0 && process.getuid?.() === 0) {
      throw new Error('it belongs to another user than root, who runs this')
    }
    // It is there if an earlier run was killed.
    await removeStage(stage)
    await mkdir(stage, { recursive: true, mode: 0o700 })
  } catch (error) {
    const action = 'Run this as the user of the site, with its settings'
    throw new Error(
      `DATA_DIR ${dataDir} cannot be used: ${String(error).replace(/^Error: /, '')}. ${action}.`,
    )
  }
}
