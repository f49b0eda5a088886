import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { inspectOutbox, outboxOf } from '../enquiries/outbox.ts'
import { archived, countsOf, ownFolders, runOnFile } from './archive.ts'

/** The time of a visitor's file says how long it is kept. */
const whole = { recursive: true, preserveTimestamps: true }

await runOnFile('restore', async (file, config, stage) => {
  const outbox = outboxOf(config.dataDir)
  if (existsSync(outbox)) {
    const action = `stop the site and move ${path.dirname(outbox)} away first`
    throw new Error(`${outbox} exists. To restore the outbox of a backup, ${action}.`)
  }
  const lines = [`${file} was restored to ${config.dataDir}.`]
  const inStage = (name: string) => path.join(stage, name)
  // Strict: a path that leaves the folder is an error. A backup has no links.
  const filter = (_path: string, entry: object) =>
    'type' in entry && ['File', 'Directory'].includes(String(entry.type))
  await extract({ strict: true, preserveOwner: false, filter, file, cwd: stage }).catch(
    (error: Error) => {
      throw new Error(`${file} cannot be unpacked: ${error.message}`)
    },
  )
  const names = await readFile(inStage(archived.settings), 'utf8').catch(() => {
    throw new Error(`${file} is no backup of this site: it has no ${archived.settings}.`)
  })
  const copy = existsSync(inStage(archived.outbox)) ? inspectOutbox(inStage(archived.outbox)) : null
  if (copy && copy.fault !== null) {
    throw new Error(`Nothing was restored. The outbox in ${file} is unusable: ${copy.fault}.`)
  }
  lines.push(copy ? `${countsOf(copy)}.` : 'The backup has no outbox.')

  for (const [name, folder] of ownFolders(config)) {
    if (!existsSync(inStage(name))) continue
    const isFree = folder !== null && (await readdir(folder).catch(() => [])).length === 0
    if (isFree) await cp(inStage(name), folder, whole)
    const reason = folder === null ? 'its setting is missing' : `${folder} is not empty`
    lines.push(isFree ? `Restored to ${folder}.` : `Not restored: ${name}, since ${reason}.`)
  }
  // The outbox comes last: a site that finds it finds the files of its enquiries.
  const isBeforeOutbox = (source: string) => source !== inStage(archived.outbox)
  if (existsSync(inStage('data'))) {
    await cp(inStage('data'), config.dataDir, { ...whole, force: false, filter: isBeforeOutbox })
  }
  if (copy) await rename(inStage(archived.outbox), outbox)
  const missing = names.split('\n').filter((name) => name !== '' && !config.names.includes(name))
  if (missing.length > 0) {
    lines.push(`Set where the backup was made, and not here: ${missing.join(', ')}.`)
  }
  return lines
})
