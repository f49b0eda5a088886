import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { z } from 'zod'
import { inspectOutbox, outboxOf } from '../enquiries/outbox/outbox-file.ts'
import { walkFiles } from '@site/content-folder/walk-files'
import { archived, countsOf, digestOf, namesOf, ownFolders, runOnFile } from './archive.ts'

await runOnFile('restore', async (file, config, stage) => {
  const outbox = outboxOf(config.dataDir)
  if (existsSync(outbox)) {
    const action = `stop the site and move ${path.dirname(outbox)} out of DATA_DIR first`
    throw new Error(`${outbox} exists. To restore the outbox of a backup, ${action}.`)
  }
  const lines = [`${file} was restored to ${config.dataDir}.`]
  const unpacked = path.join(stage, 'unpacked')
  const inArchive = (name: string) => path.join(unpacked, name)
  const names = await unpack(file, unpacked, lines)
  const copy = names.includes(archived.outbox) ? inspectOutbox(inArchive(archived.outbox)) : null
  if (copy && copy.fault !== null) {
    throw new Error(`Nothing was restored. The outbox in ${file} is unusable: ${copy.fault}.`)
  }
  lines.push(copy ? `${countsOf(copy)}.` : 'The backup has no outbox.')

  for (const [name, folder] of ownFolders(config)) {
    if (!existsSync(inArchive(name))) continue
    const isRestored = folder !== null && (await fill(folder, inArchive(name)))
    const reason = folder === null ? 'its setting is missing' : `${folder} is not empty`
    lines.push(isRestored ? `Restored to ${folder}.` : `Not restored: ${name}, since ${reason}.`)
  }
  // The outbox comes last: a site that finds it finds the files of its enquiries.
  const others = names.filter((name) => name.startsWith('data/') && name !== archived.outbox)
  for (const name of copy ? [...others, archived.outbox] : others) {
    const target = path.join(config.dataDir, path.relative('data', name))
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    if (existsSync(target)) lines.push(`Not replaced: ${target}, which is there.`)
    else await rename(inArchive(name), target)
  }
  const settings = (await readFile(inArchive(archived.settings), 'utf8')).split('\n')
  const missing = settings.filter((name) => name !== '' && !config.names.includes(name))
  if (missing.length > 0) {
    lines.push(`Set where the backup was made, and not here: ${missing.join(', ')}.`)
  }
  return lines
})

/**
 * Unpacks an archive, and compares each file with what was saved.
 * @param lines gets what nobody can tell of an archive of an earlier version
 * @returns the names of its files
 */
async function unpack(file: string, folder: string, lines: string[]) {
  await mkdir(folder)
  const links: string[] = []
  function filter(name: string, entry: object) {
    const isFile = 'type' in entry && ['File', 'Directory', 'Link'].includes(String(entry.type))
    if (!isFile) links.push(name)
    return isFile
  }
  // Strict: a path that leaves the folder is an error.
  await extract({ strict: true, preserveOwner: false, filter, file, cwd: folder }).catch(
    (error: Error) => {
      throw new Error(`${file} cannot be unpacked: ${error.message}`)
    },
  )
  const names = [...walkFiles(folder, [], () => false)].map(({ name }) => name)
  if (!names.includes(archived.settings)) {
    throw new Error(`${file} is no backup of this site: it has no ${archived.settings}.`)
  }
  if (names.includes(archived.manifest)) await compare(file, folder, [...names, ...links])
  else {
    lines.push('An earlier version made it, so nothing tells whether all files are in it.')
    lines.push(...links.map((name) => `Not in it: ${name}, of which it has only a link.`))
  }
  return names
}

/** @throws the names of files that are not as they were saved */
async function compare(file: string, folder: string, names: string[]) {
  const manifest = await readFile(path.join(folder, archived.manifest), 'utf8')
  const digests = z.record(z.string(), z.string()).parse(JSON.parse(manifest))
  const wrong: string[] = []
  for (const name of new Set([...Object.keys(digests), ...names])) {
    if (name === archived.manifest) continue
    const digest = await digestOf(path.join(folder, name)).catch(() => 'none')
    if (digest !== digests[name]) wrong.push(name)
  }
  if (wrong.length === 0) return
  throw new Error(`Nothing was restored. In ${file} these are not as saved: ${namesOf(wrong)}.`)
}

/**
 * Copies files into a folder, where they appear once all are there: a next try finds it empty after a failure.
 * @returns false if it is not empty
 */
async function fill(folder: string, source: string) {
  const part = path.join(folder, '.restore.part')
  const ignored = [path.basename(part), 'lost+found']
  const found = await readdir(folder).catch(() => [])
  if (found.some((name) => !ignored.includes(name))) return false
  await rm(part, { recursive: true, force: true })
  try {
    await cp(source, part, { recursive: true, preserveTimestamps: true })
    for (const name of await readdir(part)) {
      await rename(path.join(part, name), path.join(folder, name))
    }
  } finally {
    await rm(part, { recursive: true, force: true })
  }
  return true
}
