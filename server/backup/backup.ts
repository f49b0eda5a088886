import { existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { create } from 'tar'
import { codeOf } from '../content/api/api-client.ts'
import { copyDatabase, inspectOutbox, outboxOf } from '../enquiries/outbox.ts'
import { sizeText } from '../text/file-names.ts'
import { archived, listFiles, ownFolders, runOnFile } from './archive.ts'

await runOnFile('backup', async (file, config, stage) => {
  if (existsSync(file)) throw new Error(`${file} exists. Name another file, or move it away.`)
  const lines: string[] = []
  const outbox = outboxOf(config.dataDir)
  // The outbox comes first: the files of all enquiries in the copy are there by then.
  if (await addDatabase(outbox, archived.outbox))
    lines.push(`  outbox: ${countsOf(archived.outbox)}`)
  else lines.push(`  outbox: there is none in ${config.dataDir}`)
  const isBeside = (name: string) =>
    name.includes('.set-aside-') || path.dirname(name) === 'enquiry-files'
  const beside = (await listFiles(path.dirname(outbox))).filter(isBeside)
  const count = await addFiles(path.dirname(outbox), path.dirname(archived.outbox), beside)
  lines.push(`  files of enquiries, and outboxes that were set aside: ${count}`)
  const changes = path.join(config.dataDir, 'search', 'changes.db')
  if (await addDatabase(changes, archived.changes)) lines.push('  change log')
  for (const { name, folder } of ownFolders(config)) {
    if (folder === null) continue
    lines.push(`  ${name}: ${await addFiles(folder, name, await listFiles(folder))} files`)
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

  function countsOf(name: string) {
    const copy = inspectOutbox(path.join(stage, name))
    if (copy.fault !== null) return `${copy.fault}`
    const { waiting, failed, delivered } = copy
    return `${waiting} enquiries wait, ${failed} failed, ${delivered} were delivered`
  }

  /**
   * Adds files, without those that vanish meanwhile.
   * @returns how many
   */
  async function addFiles(folder: string, name: string, files: readonly string[]) {
    let added = 0
    for (const each of files) {
      const [source, target] = [path.join(folder, each), path.join(stage, name, each)]
      await mkdir(path.dirname(target), { recursive: true })
      try {
        // A link needs no space, but only works on one disk. The copy of a symbolic link is what it leads to.
        await link(source, target).catch(() => copyFile(source, target))
        added += 1
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error
      }
    }
    return added
  }
})
