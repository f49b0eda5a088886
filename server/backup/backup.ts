import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, existsSync } from 'node:fs'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Header, Pack, ReadEntry } from 'tar'
import type { Config } from '../config.ts'
import { codeOf } from '../content/api/api-client.ts'
import { copyDatabase, inspectOutbox, outboxOf } from '../enquiries/outbox/outbox-file.ts'
import { personalPlaces, unfinishedNote } from '../enquiries/personal-data.ts'
import { walkFiles } from '@site/content-folder/walk-files'
import { sizeText } from '../text/file-names.ts'
import { archived, countsOf, namesOf, ownFolders, runOnFile } from './archive.ts'

/** An archive that is being written. */
interface Archive {
  pack: Pack
  /** The SHA-256 of each file in it, by name. */
  digests: Record<string, string>
  /** Files that could not be added, each with the reason. */
  missing: string[]
}

await runOnFile('backup', async (file, config, stage) => {
  if (existsSync(file)) throw new Error(`${file} exists. Name another file, or move it away.`)
  const part = `${file}.part`
  await writeFile(path.join(stage, unfinishedNote), part)
  await rm(part, { force: true })
  const pack = new Pack({ gzip: true, portable: true })
  const archive: Archive = { pack, digests: {}, missing: [] }
  const [lines] = await Promise.all([
    addAll(archive, config, stage),
    writeFile(part, pack, { mode: 0o600, flag: 'wx', flush: true }),
  ])
  await rename(part, file)
  if (archive.missing.length > 0) {
    throw new Error(`${file} was written, but lacks ${namesOf(archive.missing)}.`)
  }
  return [
    `${file}: ${sizeText((await stat(file)).size)}`,
    ...lines,
    `  settings.txt: the names of ${config.names.length} settings`,
    'Not in it: values of settings, secrets: keep them elsewhere. Caches fill again by themselves.',
  ]
})

/** @returns a line about each part */
async function addAll(archive: Archive, config: Config, stage: string) {
  const { dataDir } = config
  const outbox = path.join(stage, 'outbox.db')
  const lines = [`  outbox: there is none in ${dataDir}`]
  // The outbox comes first: the files of all enquiries in the copy are there by then.
  if (copyIfThere(outboxOf(dataDir), outbox)) {
    const copy = inspectOutbox(outbox)
    lines[0] = `  outbox: ${copy.fault ?? countsOf(copy)}`
    await addFile(archive, archived.outbox, outbox)
  }
  const beside = await addFiles(archive, 'data', dataDir, [path.parse(dataDir).root], isNotBackedUp)
  lines.push(`  files of enquiries, and of outboxes that were set aside: ${beside}`)
  const changes = path.join(stage, 'changes.db')
  if (copyIfThere(path.join(dataDir, 'search', 'changes.db'), changes)) {
    await addFile(archive, archived.changes, changes)
    lines.push('  change log')
  }
  for (const [name, folder] of ownFolders(config)) {
    if (folder === null) continue
    const isOfDisk = (below: string) => below === 'lost+found'
    const added = await addFiles(archive, name, folder, config.content.links, isOfDisk)
    lines.push(`  ${name}: ${added} files`)
  }
  await addText(archived.settings, `${config.names.join('\n')}\n`)
  await addText(archived.manifest, JSON.stringify(archive.digests, null, 1))
  archive.pack.end()
  return lines

  async function addText(name: string, text: string) {
    const file = path.join(stage, name)
    await writeFile(file, text)
    await addFile(archive, name, file)
  }
}

/** @returns false if there is no such database */
function copyIfThere(source: string, copy: string) {
  if (!existsSync(source)) return false
  copyDatabase(source, copy)
  return true
}

/** Whether a name in DATA_DIR neither is a place whose files are backed up nor leads to one. */
function isNotBackedUp(name: string) {
  const { outbox: _copied, ...places } = personalPlaces
  return !Object.values(places).some(
    (place) =>
      place.isInBackup && (name.startsWith(place.path) || place.path.startsWith(`${name}/`)),
  )
}

/**
 * Adds the files below a folder, with what links in it lead to.
 * @returns how many
 */
async function addFiles(
  archive: Archive,
  name: string,
  folder: string,
  links: readonly string[],
  skips: (name: string) => boolean,
) {
  let added = 0
  for (const found of walkFiles(folder, links, skips)) {
    const full = `${name}/${found.name}`
    if ('fault' in found) archive.missing.push(`${full} (${found.fault})`)
    else if (await addFile(archive, full, found.file)) added += 1
  }
  return added
}

/** @returns false for a file that is gone meanwhile, or cannot be read */
async function addFile(archive: Archive, name: string, source: string) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW
  const handle = await open(source, flags).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') archive.missing.push(`${name} (${String(error)})`)
    return null
  })
  if (!handle) return false
  try {
    const { size, mode, mtime } = await handle.stat()
    const own = name.startsWith('data/') ? 0o600 : mode & 0o777
    const entry = new ReadEntry(new Header({ path: name, type: 'File', size, mode: own, mtime }))
    const digest = createHash('sha256')
    archive.pack.add(entry)
    // A visitor's file may still arrive.
    const range = { start: 0, end: size - 1, autoClose: false }
    const pieces: Iterable<Buffer> | AsyncIterable<Buffer> =
      size === 0 ? [] : handle.createReadStream(range)
    for await (const piece of pieces) {
      digest.update(piece)
      if (!entry.write(piece)) await once(entry, 'drain')
    }
    if (entry.remain > 0) throw new Error(`${source} became shorter meanwhile. Try again.`)
    entry.end()
    archive.digests[name] = digest.digest('hex')
  } finally {
    await handle.close()
  }
  return true
}
