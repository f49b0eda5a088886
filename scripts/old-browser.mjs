import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** Versions of the npm package @sparticuz/chromium, which contain a Chromium of that age, and their integrity. */
const packages = {
  '92.0.0':
    'sha512-xCFop83v5gXKQTDGNfzj84F4f9QZkY9eShTu1pbWYOPB6wJNw9YgoX56zeVeRD7VL9AVwiS9VS9tgShnc5uR2g==',
  '103.0.0':
    'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
  '110.0.1':
    'sha512-LS7GKGoHSNUK2ugRp2k9/Rb+wSjsqPDTQTWd9nM2d2hCgm78WRLx2Vw+xwl3bst3M4+dqfawpx1UObUmt5vVYQ==',
}

const cache = 'node_modules/.cache/old-browsers'

/** Whether these browsers run here: they are made for one platform only. */
export const runsOldBrowsers = process.platform === 'linux' && process.arch === 'x64'

/**
 * Installs an old Chromium, once. It is no package of this project's own: each has 50 MB, and only `npm run
 * test:long` uses it.
 * @param {keyof typeof packages} version
 * @returns {string} the path of its executable
 * @throws {Error} when it cannot be fetched, or is not what it was
 */
export function installOldBrowser(version) {
  const executable = path.resolve(cache, version, 'chromium')
  if (existsSync(executable)) return executable

  const folder = path.resolve(cache, `${version}-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    const name = `@sparticuz/chromium@${version}`
    const archive = run('npm', ['pack', name, '--silent', '--pack-destination', folder]).trim()
    const file = path.join(folder, archive)
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
    if (integrity !== packages[version]) throw new Error(`${name} is not what it was.`)

    run('tar', ['-xzf', file, '-C', folder, 'package/bin/chromium.br'])
    const packed = readFileSync(path.join(folder, 'package/bin/chromium.br'))
    writeFileSync(path.join(folder, 'chromium'), brotliDecompressSync(packed), { mode: 0o755 })
    // At once, and whole: other tests may want it, too.
    mkdirSync(path.dirname(executable), { recursive: true })
    renameSync(path.join(folder, 'chromium'), executable)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return executable
}

function run(command, args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
  return stdout
}
