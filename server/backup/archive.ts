import { readdir, rm, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { readConfigOrStop, type Config } from '../config.ts'

/** The names in an archive. Those of DATA_DIR are as they are there. */
export const archived = {
  data: 'data',
  outbox: 'data/enquiries/outbox.db',
  changes: 'data/search/changes.db',
  settings: 'settings.txt',
}

/** The operator's own folders that an archive contains, each by its name there; undefined where it is not set. */
export function ownFolders({ content, brandDir }: Config) {
  return [
    { name: 'content', setting: 'CONTENT_DIR', folder: content.isSample ? null : content.dir },
    { name: 'brand', setting: 'BRAND_DIR', folder: brandDir ?? null },
  ]
}

/** Lists the files in a folder and in those below it, by their paths from it; none without a folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

/**
 * Runs a command of an operator, on the file that its command line names. A failure is one line on standard error.
 * @param work gets a private folder of its own in DATA_DIR, which is removed at the end
 */
export async function runOnFile(
  command: string,
  work: (file: string, config: Config, stage: string) => Promise<string[]>,
) {
  const config = readConfigOrStop()
  const stage = path.join(config.dataDir, command)
  try {
    const [file, ...others] = process.argv.slice(2)
    if (file === undefined || others.length > 0) {
      throw new Error(`Use it with the name of a file: node build/server/${command}.js FILE`)
    }
    // It is there if an earlier run was killed.
    await rm(stage, { recursive: true, force: true })
    await mkdir(stage, { recursive: true, mode: 0o700 })
    const lines = await work(path.resolve(file), config, stage)
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`${reason.replace(/\s+/g, ' ')}\n`)
    process.exitCode = 1
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}
