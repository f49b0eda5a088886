import { constants } from 'node:fs'
import { access, lstat, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBrand } from '../brand.ts'
import { ConfigError, isLoopback, type Config } from '../config.ts'
import { readPackage } from '@site/runtime/project'
import { failure, info, ok, warning, type Finding } from './report.ts'

/** Checks the version of Node, and finds settings that are valid but unsuitable for production. */
export function checkSettings(config: Config): Finding[] {
  const { content, ops, publicUrl, trustedProxies } = config
  const findings = [checkNode(), ...checkBrand(config)]
  const add = (...args: Parameters<typeof warning>) => findings.push(warning(...args))
  if (config.secretIsRandom) {
    const problem = 'Not set: open forms are lost at each restart'
    add('SECRET', problem, 'set it to 32 random characters, the same for all processes')
  }
  if (publicUrl === undefined) {
    const problem = 'Not set: links for search engines and shared pages lead to localhost'
    const action = 'set it to the address that visitors use, with https://'
    findings.push(failure('PUBLIC_URL', problem, action))
  } else if (publicUrl.startsWith('http:')) {
    const problem =
      'It has no TLS: cookies are not Secure, and there is no Strict-Transport-Security'
    add('PUBLIC_URL', problem, 'put a proxy with TLS in front, and set it to the https:// address')
  } else if (trustedProxies.length === 0) {
    const problem =
      'Not set, though a proxy must end TLS for PUBLIC_URL: there are no limits for each visitor, or one for all'
    add('TRUST_PROXY', problem, 'set it to the address of the proxy, as the site sees it')
  }
  if (trustedProxies.some((network) => network.endsWith('/0'))) {
    const problem = 'It trusts every address: a visitor can pretend to be any other'
    add('TRUST_PROXY', problem, 'name the addresses of the proxies only')
  }
  if (ops.port > 0 && !isLoopback(ops.host) && ops.token === undefined) {
    const problem =
      'The admin server is open to other machines, without OPS_TOKEN: they can read metrics and purge'
    add('OPS_HOST', problem, 'set OPS_TOKEN, or leave OPS_HOST at 127.0.0.1')
  }
  const zeros = {
    CONTENT_CACHE_TTL_S: content.freshMs > 0 || 'every page calls the content API',
    CONTENT_STALE_S: content.staleMs > 0 || 'visitors get error pages while the content API fails',
    PAGE_CACHE_MB: config.pageCacheBytes > 0 || 'every page is rendered for each visitor',
  }
  for (const [variable, effect] of Object.entries(zeros)) {
    if (effect !== true) add(variable, `It is 0: ${effect}`, 'leave it at its default')
  }
  for (const line of config.misspelt) add('variable', line, 'correct its name, or remove it')
  if (!config.isIndexable && config.missing.length === 0) {
    findings.push(info('INDEXABLE', 'It is false: search engines list nothing, as on staging'))
  }
  return findings
}

function checkNode(): Finding {
  const { node } = process.versions
  const oldest = readPackage().engines.node.slice('>='.length)
  return node.localeCompare(oldest, 'en', { numeric: true }) >= 0
    ? ok('Node', `Version ${node}`)
    : failure('Node', `Version ${node} is too old`, `install ${oldest} or later`)
}

function checkBrand({ brandDir, content }: Config): Finding[] {
  if (brandDir === undefined) {
    const text = 'Not set: names come from the content, and no mark is shown'
    return content.apiUrl === undefined ? [] : [info('BRAND_DIR', text)]
  }
  try {
    readBrand(brandDir, [brandDir, ...content.links])
    return [ok('BRAND_DIR', `${brandDir} is valid`)]
  } catch (error) {
    return error instanceof ConfigError
      ? [failure('BRAND_DIR', error.message.replace(/\. Correct it.*$/, ''), 'see docs/brand.md')]
      : [failure('BRAND_DIR', String(error), 'let the user of the site read it')]
  }
}

const megabyte = 1024 * 1024

/** Max. size of DATA_DIR: content, images and, in a flood of them, enquiries (docs/operations.md). */
const neededBytes = 1_300 * megabyte

/** With less space, not even a visitor's enquiry may fit. */
const minFreeBytes = 64 * megabyte

const inMemory = 'It is in memory: enquiries and content are lost when the machine restarts'
const inContainer = 'It is in the layer of a container (overlayfs): it is lost with the container'
const onNetwork = 'It is on a network (NFS or SMB), where databases may be damaged'

/** File systems by their number in statfs(2): tmpfs, ramfs, overlayfs, NFS, CIFS, SMB. */
const unfitFileSystems = new Map([
  [0x01021994, inMemory],
  [0x858458f6, inMemory],
  [0x794c7630, inContainer],
  [0x6969, onNetwork],
  [0xff534d42, onNetwork],
  [0xfe534d42, onNetwork],
])

/** Checks DATA_DIR. A missing folder is not created: it would belong to this user. */
export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const place = await nearestPlace(dataDir)
  const writable = await checkWritable(dataDir, place)
  if (writable.level === 'error') return [writable]
  const { bavail, bsize, type } = await statfs(place)
  const fault = unfitFileSystems.get(type)
  return [
    writable,
    checkSpace(bavail * bsize, place === dataDir ? await sizeOf(dataDir) : 0),
    fault === undefined
      ? ok('File system', 'Files outlive the process')
      : warning('File system', fault, 'move DATA_DIR to a local disk or a volume'),
  ]
}

/** Returns the folder itself, or its closest existing ancestor. */
async function nearestPlace(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || folder === path.dirname(folder) ? folder : nearestPlace(path.dirname(folder))
}

async function checkWritable(dataDir: string, place: string): Promise<Finding> {
  const subject = 'DATA_DIR'
  const action = 'correct DATA_DIR, or let the user of the site write there'
  const user = `user ${process.getuid?.()}`
  try {
    if (!(await stat(place)).isDirectory()) {
      return failure(subject, `${place} is not a folder`, action)
    }
    if (place !== dataDir) {
      await access(place, constants.W_OK | constants.X_OK)
      return ok(subject, `${dataDir} is not there yet, and ${user} can create it`)
    }
    const probe = path.join(dataDir, `.doctor-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    for (const entry of await readdir(dataDir, { withFileTypes: true })) {
      if (entry.isDirectory()) await access(path.join(dataDir, entry.name), constants.W_OK)
    }
    return ok(subject, `${user} can write to ${dataDir}`)
  } catch (error) {
    return failure(subject, `${user} cannot write to ${dataDir}: ${String(error)}`, action)
  }
}

/** @param free with `used`, in bytes */
function checkSpace(free: number, used: number): Finding {
  const text = `${inMegabytes(free)} are free, and ${inMegabytes(used)} are used`
  if (free + used >= neededBytes) return ok('Space', text)
  const report = free < minFreeBytes ? failure : warning
  const problem = `${text}, of ${inMegabytes(neededBytes)} that it may need`
  return report('Space', problem, 'free some, or move DATA_DIR to a larger disk')
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

function inMegabytes(bytes: number) {
  return `${Math.round(bytes / megabyte)} MB`
}
