import { constants } from 'node:fs'
import { access, lstat, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const megabyte = 1024 * 1024

/** What DATA_DIR grows to: content, images and, in a flood of them, enquiries (docs/operations.md). */
const neededBytes = 1_300 * megabyte

/** With less, not even a visitor's enquiry may fit. */
const leastBytes = 64 * megabyte

/** File systems by their number in statfs(2), with what happens to files there. */
const unfitFileSystems = new Map([
  [0x01021994, 'It is in memory (tmpfs): enquiries and content are lost when the machine restarts'],
  [0x858458f6, 'It is in memory (ramfs): enquiries and content are lost when the machine restarts'],
  [0x794c7630, 'It is in the layer of a container (overlayfs): it is lost with the container'],
  [0x6969, 'It is on a network (NFS), where databases may be damaged'],
  [0xff534d42, 'It is on a network (CIFS), where databases may be damaged'],
  [0xfe534d42, 'It is on a network (SMB), where databases may be damaged'],
])

/** Checks DATA_DIR. A folder that is not there yet is not created: it would belong to this user. */
export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const place = await nearestPlace(dataDir)
  const writable = await checkWritable(dataDir, place)
  return writable.level === 'error'
    ? [writable]
    : [writable, await checkSpace(dataDir, place), await checkFileSystem(place)]
}

/** The folder itself, or the closest one above it that is there. */
async function nearestPlace(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  return found || folder === path.dirname(folder) ? folder : nearestPlace(path.dirname(folder))
}

async function checkWritable(dataDir: string, place: string): Promise<Finding> {
  const subject = 'DATA_DIR'
  const username = currentUser()
  const advice = { action: 'correct DATA_DIR, or let the user of the site write there' }
  try {
    if (!(await stat(place)).isDirectory()) {
      return failure(subject, { ...advice, problem: `${place} is not a folder` })
    }
    if (place !== dataDir) {
      await access(place, constants.W_OK | constants.X_OK)
      return ok(subject, `${dataDir} is not there yet, and ${username} can create it`)
    }
    const probe = path.join(dataDir, `.doctor-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    const folders = (await readdir(dataDir, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    )
    for (const { name } of folders) await access(path.join(dataDir, name), constants.W_OK)
    return ok(subject, `${username} can write to ${dataDir}`)
  } catch (error) {
    const problem = `${username} cannot write to ${dataDir}: ${String(error)}`
    return failure(subject, { ...advice, problem })
  }
}

/** In a container a user may have no name. */
function currentUser() {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.()}`
  }
}

async function checkSpace(dataDir: string, place: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(place)
  const free = bavail * bsize
  const used = place === dataDir ? await sizeOf(dataDir) : 0
  const text = `${inMegabytes(free)} are free, and ${inMegabytes(used)} are used`
  if (free + used >= neededBytes) return ok('Space', text)
  const advice = {
    problem: `${text}, of ${inMegabytes(neededBytes)} that it may need`,
    action: 'free some, or move DATA_DIR to a larger disk',
  }
  return free < leastBytes ? failure('Space', advice) : warning('Space', advice)
}

async function checkFileSystem(place: string): Promise<Finding> {
  const problem = unfitFileSystems.get((await statfs(place)).type)
  if (problem === undefined) return ok('File system', 'Files outlive the process')
  return warning('File system', { problem, action: 'move DATA_DIR to a local disk or a volume' })
}

/** Bytes of all files in a folder. A running site may remove some meanwhile. */
async function sizeOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = await lstat(path.join(entry.parentPath, entry.name)).catch(() => null)
    bytes += file?.size ?? 0
  }
  return bytes
}

function inMegabytes(bytes: number) {
  return `${Math.round(bytes / megabyte)} MB`
}
