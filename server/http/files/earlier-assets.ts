import { copyFile, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { makePrivateFolder } from '@site/runtime/sqlite'
import { log } from '@site/runtime/log'
import type { SharedCache } from '../../shared-cache/shared-cache.ts'
import { readSignedBytes, signBytes } from '../../signatures.ts'

/** How long the assets of a build stay available after its last process has ended, s. */
const lifetimeS = 7 * 24 * 60 * 60

const refreshMs = 24 * 60 * 60 * 1000

/** The address of a file of the build; it has a hash, so that equal names have equal bytes. */
export const assetName = /^\w[\w.-]{0,199}-[\w-]{8}\.(?:css|js|woff2)$/

const isAssetFile = (name: string) => assetName.test(name.replace(/\.(?:br|gz)$/, ''))

/**
 * Keeps the assets of this build for processes of others, which are asked for them: before and during a deployment, by
 * pages that a proxy or a browser still has, and after it.
 */
export interface EarlierAssets {
  /** Makes the assets available to processes of other builds, now and daily. Resolves when they are. */
  start: () => Promise<void>
  /** Reads a file of any build; null if there is none, undefined if the shared cache cannot tell. */
  read: (name: string) => Promise<Buffer | null | undefined>
}

/**
 * @param assetsDir the assets of this build
 * @param folder where the builds of one data folder leave their assets
 * @param sharedCache where processes with other data folders find them
 * @param secret signs what is there: whoever can write to it must not get a script into the site's pages
 */
export function createEarlierAssets(
  assetsDir: string,
  folder: string,
  sharedCache: Pick<SharedCache, 'run' | 'ready'> | null,
  secret: string,
): EarlierAssets {
  async function keep() {
    makePrivateFolder(folder)
    const now = new Date()
    for (const name of (await readdir(assetsDir)).filter(isAssetFile)) {
      const copy = path.join(folder, name)
      // The date is that of the last use, which is renewed while a process of the build runs.
      await utimes(copy, now, now).catch(() => copyWhole(path.join(assetsDir, name), copy))
    }
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name)
      const found = await stat(file).catch(() => null)
      const isOld = found !== null && now.getTime() - found.mtimeMs > lifetimeS * 1000
      if (isOld) await rm(file, { force: true })
    }
  }

  async function share() {
    await sharedCache?.ready()
    for (const name of (await readdir(assetsDir)).filter(isAssetFile)) {
      const bytes = signBytes(await readFile(path.join(assetsDir, name)), assetKeyOf(name), secret)
      await sharedCache?.run((client) => client.set(assetKeyOf(name), bytes, 'EX', lifetimeS))
    }
  }

  async function keepAndShare() {
    await keep().catch((error: unknown) =>
      log.warn({ error: String(error) }, 'assets not kept for the next build'),
    )
    await share()
  }

  return {
    async start() {
      setInterval(() => void keepAndShare(), refreshMs).unref()
      await keepAndShare()
    },
    async read(name) {
      if (!isAssetFile(name)) return null
      const kept = await readFile(path.join(folder, name)).catch(() => null)
      if (kept || !sharedCache) return kept
      const value = await sharedCache.run((client) => client.getBuffer(assetKeyOf(name)))
      return value === undefined ? undefined : readSignedBytes(value, assetKeyOf(name), secret)
    },
  }
}

const assetKeyOf = (name: string) => `asset:${name}`

async function copyWhole(file: string, copy: string) {
  const part = `${copy}.${process.pid}.part`
  await copyFile(file, part)
  await rename(part, copy)
}
