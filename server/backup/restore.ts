import { existsSync } from 'node:fs'
import { cp, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { inspectOutbox, outboxOf } from '../enquiries/outbox.ts'
import { archived, listFiles, ownFolders, runOnFile } from './archive.ts'

/** The time of a visitor's file says how long it is kept. */
const whole = { recursive: true, preserveTimestamps: true }

await runOnFile('restore', async (file, config, stage) => {
  const { dataDir } = config
  const outbox = outboxOf(dataDir)
  if (existsSync(outbox)) {
    const action = `stop the site and move ${path.dirname(outbox)} away first`
    throw new Error(`${outbox} exists. To restore the outbox of a backup, ${action}.`)
  }
  // Strict: a path that leaves the folder is an error. Nothing but files can be in a backup.
  const isPlain = (_path: string, entry: object) =>
    'type' in entry && ['File', 'Directory'].includes(String(entry.type))
  const options = { strict: true, preserveOwner: false, filter: isPlain }
  await extract({ ...options, file, cwd: stage }).catch((error: Error) => {
    throw new Error(`${file} cannot be unpacked: ${error.message}`)
  })
  const inStage = (name: string) => path.join(stage, name)
  const names = await readFile(inStage(archived.settings), 'utf8').catch(() => {
    throw new Error(`${file} is no backup of this site: it has no ${archived.settings}.`)
  })
  const lines: string[] = []
  const hasOutbox = existsSync(inStage(archived.outbox))
  if (hasOutbox) {
    const restored = inspectOutbox(inStage(archived.outbox))
    if (restored.fault !== null) {
      throw new Error(`Nothing was restored. The outbox in ${file} is unusable: ${restored.fault}.`)
    }
    const { waiting, failed, delivered } = restored
    lines.push(
      `${waiting} enquiries wait and will be delivered, ${failed} failed, ${delivered} were delivered.`,
    )
  } else lines.push('The backup has no outbox.')

  for (const { name, setting, folder } of ownFolders(config)) {
    if (!existsSync(inStage(name))) continue
    if (folder === null) lines.push(`Not restored: ${name}, since ${setting} is not set.`)
    else if ((await listFiles(folder)).length > 0) {
      lines.push(`Not restored: ${name}, since ${folder} is not empty.`)
    } else {
      await cp(inStage(name), folder, whole)
      lines.push(`Restored to ${folder}.`)
    }
  }
  // The outbox comes last: a site that finds it finds the files of its enquiries.
  const filter = (source: string) => source !== inStage(archived.outbox)
  const data = inStage(archived.data)
  if (existsSync(data)) await cp(data, dataDir, { ...whole, force: false, filter })
  if (hasOutbox) await rename(inStage(archived.outbox), outbox)
  const missing = names.split('\n').filter((name) => name !== '' && !config.names.includes(name))
  if (missing.length > 0) {
    lines.push(`Set where the backup was made, and not here: ${missing.join(', ')}.`)
  }
  return [`${file} was restored to ${dataDir}.`, ...lines]
})
