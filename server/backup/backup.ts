import { existsSync } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { create } from 'tar'
import { codeOf } from '../content/api/api-client.ts'
import { copyDatabase, inspectOutbox, outboxOf } from '../enquiries/outbox.ts'
import { sizeText } from '../text/file-names.ts'
import { archived, countsOf, ownFolders, runOnFile } from './archive.ts'

await runOnFile('backup', async (file, config, stage) => {
  if (existsSync(file)) throw new Error(`${file} exists. Name another file, or move it away.`)
  const outbox = outboxOf(config.dataDir)
  const lines = [`  outbox: there is none in ${config.dataDir}`]
  // The outbox comes first: the files of all enquiries in the copy are there by then.
  if (await addDatabase(outbox, archived.outbox)) {
    const copy = inspectOutbox(path.join(stage, archived.outbox))
    lines[0] = `  outbox: ${copy.fault ?? countsOf(copy)}`
  }
  const beside = await addFiles(path.dirname(outbox), path.dirname(archived.outbox), (name) =>
    /^enquiry-files\/|\.set-aside-/.test(name),
  )
  lines.push(`  files of enquiries, and of outboxes that were set aside: ${beside}`)
  const changes = path.join(config.dataDir, 'search', 'changes.db')
  if (await addDatabase(changes, archived.changes)) lines.push('  change log')
  for (const [name, folder] of ownFolders(config)) {
    if (folder !== null) lines.push(`  ${name}: ${await addFiles(folder, name)} files`)
  }
  await writeFile(path.join(stage, archived.settings), `${config.names.join('\n')}\n`)

  const part = `${file}.part`
  try {
    await rm(part, { force: true })
    await create({ gzip: true, portable: true, cwd: stage, file: part, mode: 0o600 }, ['.'])
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
  return [
    `${file}: ${sizeText((await stat(file)).size)}`,
    ...lines,
    `  settings.txt: the names of ${config.names.length} settings`,
    'Not in it: values of settings, secrets: keep them elsewhere. Caches fill again by themselves.',
  ]

  /** @returns false if there is no such database */
  async function addDatabase(source: string, name: string) {
    if (!existsSync(source)) return false
    const target = path.join(stage, name)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    copyDatabase(source, target)
    await chmod(target, 0o600)
    return true
  }

  /**
   * Adds the files below a folder, without those that vanish meanwhile.
   * @returns how many
   */
  async function addFiles(folder: string, name: string, isIncluded = (_name: string) => true) {
    let added = 0
    const options = { recursive: true, withFileTypes: true } as const
    for (const entry of await readdir(folder, options).catch(() => [])) {
      const source = path.join(entry.parentPath, entry.name)
      const below = path.relative(folder, source)
      if (entry.isDirectory() || !isIncluded(below)) continue
      const target = path.join(stage, name, below)
      await mkdir(path.dirname(target), { recursive: true })
      try {
        // A link needs no space, but works on one disk only.
        await link(source, target).catch(() => copyFile(source, target))
        added += 1
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
      }
    }
    return added
  }
})
