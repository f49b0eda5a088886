import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const cache = 'node_modules/.cache/pinned-files'

/**
 * Fetches one file of an npm package, once. These packages are too large for this project's own dependencies, and only
 * `npm run test:long` uses them.
 * @param {string} name of the package, with its version: name@1.2.3
 * @param {string} integrity of its archive, as in a package-lock.json
 * @param {string} file its path in the package
 * @param {(packed: Buffer) => Buffer} [unpack] makes an executable of it
 * @returns {string} the path of the file
 * @throws {Error} when it cannot be fetched, or is not what it was
 */
export function fetchPinnedFile(name, integrity, file, unpack) {
  const kept = path.resolve(cache, name, path.basename(file))
  if (existsSync(kept)) return kept

  const folder = path.resolve(cache, `${path.basename(name)}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    const archive = run('npm', ['pack', name, '--silent', '--pack-destination', folder]).trim()
    const bytes = readFileSync(path.join(folder, archive))
    const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (found !== integrity) throw new Error(`${name} is not what it was.`)

    run('tar', ['-xzf', path.join(folder, archive), '-C', folder, `package/${file}`])
    const fetched = path.join(folder, 'package', file)
    if (unpack) writeFileSync(fetched, unpack(readFileSync(fetched)), { mode: 0o755 })
    // At once, and whole: other tests may want it, too.
    mkdirSync(path.dirname(kept), { recursive: true })
    renameSync(fetched, kept)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return kept
}

function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
