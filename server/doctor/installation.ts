import { constants } from 'node:fs'
import { access, lstat, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBrand } from '../site/brand.ts'
import { ConfigError, isLoopback, type Config } from '../config.ts'
import { endedLifeOf, readPackage } from '@site/runtime/project'
import { failure, info, ok, warning, type Finding, type Findings, type Said } from './report.ts'

export function* checkNode(): Iterable<Finding> {
  const { node } = process.versions
  const oldest = readPackage().engines.node.slice('>='.length)
  const isOld = node.localeCompare(oldest, 'en', { numeric: true }) < 0
  const ended = endedLifeOf(node)
  if (isOld) yield failure('Node', 'nodeTooOld', { node, oldest })
  else if (ended) yield warning('Node', 'nodeEnded', { node, ended })
  else yield ok('Node', 'nodeVersion', { node })
}

export function* checkBrand({ brandDir: folder, content }: Config): Iterable<Finding> {
  const subject = 'BRAND_DIR'
  try {
    if (folder !== undefined) {
      readBrand(folder, [folder, ...content.links])
      yield ok(subject, 'brandValid', { folder })
    } else if (content.apiUrl !== undefined) yield info(subject, 'brandNotSet')
  } catch (error) {
    yield error instanceof ConfigError
      ? failure(subject, 'brandFaulty', { fault: error.message.replace(/\. Correct it.*$/, '') })
      : failure(subject, 'brandUnreadable', { fault: String(error) })
  }
}

/** Finds settings that are valid but unsuitable for production. */
export function* checkSettings(config: Config): Iterable<Finding> {
  const { content, ops, publicUrl, trustedProxies } = config
  if (config.secretIsRandom) yield warning('SECRET', 'secretRandom')
  if (publicUrl === undefined) yield failure('PUBLIC_URL', 'publicUrlNotSet')
  else if (publicUrl.startsWith('http:')) yield warning('PUBLIC_URL', 'publicUrlPlain')
  else if (trustedProxies.length === 0) yield warning('TRUST_PROXY', 'proxyNotTrusted')
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    yield warning('TRUST_PROXY', 'everyoneTrusted')
  }
  const isOpsOpen = ops.port > 0 && !isLoopback(ops.host) && ops.token === undefined
  if (isOpsOpen) yield warning('OPS_HOST', 'opsOpen')
  if (content.freshMs === 0) yield warning('CONTENT_CACHE_TTL_S', 'neverFresh')
  if (content.staleMs === 0) yield warning('CONTENT_STALE_S', 'neverStale')
  if (config.pageCacheBytes === 0) yield warning('PAGE_CACHE_MB', 'noPagesCached')
  for (const line of config.misspelt) yield warning('variable', 'misspelt', { line })
  const isHidden = !config.isIndexable && config.missing.length === 0
  if (isHidden) yield info('INDEXABLE', 'notIndexable')
}

const megabyte = 1024 * 1024

/** Max. size of DATA_DIR: content, images and, in a flood of them, enquiries (docs/operations.md), MB. */
const neededMb = 1_300

/** With less space, not even a visitor's enquiry may fit, MB. */
const minFreeMb = 64

/** File systems by their number in statfs(2): tmpfs, ramfs, overlayfs, NFS, CIFS, SMB. */
const unfitFileSystems = new Map<number, Said[0]>([
  [0x01021994, 'inMemory'],
  [0x858458f6, 'inMemory'],
  [0x794c7630, 'inContainer'],
  [0x6969, 'onNetwork'],
  [0xff534d42, 'onNetwork'],
  [0xfe534d42, 'onNetwork'],
])

/** Checks DATA_DIR. A missing folder is not created: it would belong to this user. */
export async function* checkDisk({ dataDir }: Config): Findings {
  const place = await nearestPlace(dataDir)
  const writable = await checkWritable(dataDir, place)
  yield writable
  if (writable.level === 'error') return
  const { bavail, bsize, type } = await statfs(place)
  const free = Math.round((bavail * bsize) / megabyte)
  const used = place === dataDir ? Math.round((await sizeOf(dataDir)) / megabyte) : 0
  if (free + used >= neededMb) yield ok('Space', 'space', { free, used })
  else {
    const report = free < minFreeMb ? failure : warning
    yield report('Space', 'spaceShort', { free, used, needed: neededMb })
  }
  const fault = unfitFileSystems.get(type)
  yield fault ? warning('File system', fault) : ok('File system', 'filesLast')
}

/** Returns the folder itself, or its closest existing ancestor. */
async function nearestPlace(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || folder === path.dirname(folder) ? folder : nearestPlace(path.dirname(folder))
}

async function checkWritable(dataDir: string, place: string): Promise<Finding> {
  const subject = 'DATA_DIR'
  const user = `user ${process.getuid?.()}`
  try {
    if (!(await stat(place)).isDirectory()) return failure(subject, 'notAFolder', { place })
    if (place !== dataDir) {
      await access(place, constants.W_OK | constants.X_OK)
      return ok(subject, 'folderCreatable', { dataDir, user })
    }
    const probe = path.join(dataDir, `.doctor-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    for (const entry of await readdir(dataDir, { withFileTypes: true })) {
      if (entry.isDirectory()) await access(path.join(dataDir, entry.name), constants.W_OK)
    }
    return ok(subject, 'folderWritable', { dataDir, user })
  } catch (error) {
    return failure(subject, 'folderNotWritable', { dataDir, user, error: String(error) })
  }
}

/** Returns the total size of all files in a folder, bytes. A running site may remove some meanwhile. */
async function sizeOf(folder: string) {
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true })) {
    const file = await lstat(path.join(folder, name)).catch(() => null)
    if (file?.isFile()) bytes += file.size
  }
  return bytes
}
