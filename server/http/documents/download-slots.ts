import type { ServerResponse } from 'node:http'
import { metrics } from '../../metrics.ts'
import { RequestShed, type Reason } from '../load-shedding/shed-request.ts'

export const downloadLimits = {
  /** Max. concurrent downloads. Each takes about 150 kB of memory and a connection to the image base. */
  all: 100,
  /** The same of one client. A browser downloads six files at once, an office behind one address a few more. */
  perClient: 12,
  /** A client that has taken less since it was last looked at leaves when another waits. Bytes per second. */
  leastSpeed: 8 * 1024,
  /** How long it is given to be faster, ms. */
  graceMs: 10_000,
  /** A client that takes nothing for this long has stopped reading, ms. */
  idleMs: 30_000,
}

interface Download {
  client: string | null
  response: ServerResponse
  /** When it was last looked at, ms. */
  seenAt: number
  /** What its connection had sent by then, in bytes. */
  seenBytes: number
}

export type DownloadSlots = ReturnType<typeof createDownloadSlots>

/**
 * Admits downloads, apart from pages and pictures: they last long and cost little. When all slots are taken,
 * the slowest client that keeps a download waiting leaves for another one.
 * @param limits replaced by tests
 * @param now a monotonic clock, ms; for tests
 */
export function createDownloadSlots(limits = downloadLimits, now = () => performance.now()) {
  const downloads = new Set<Download>()

  /** Since it was last looked at; null when that was just now. */
  function speedOf({ response, seenAt, seenBytes }: Download) {
    const ms = now() - seenAt
    if (ms < limits.graceMs) return null
    return ((sentBy(response) - seenBytes) / ms) * 1000
  }

  /** @returns the slowest client that is too slow; undefined if none is */
  function findSlowest() {
    let slowest: { download: Download; speed: number } | undefined
    for (const download of downloads) {
      const speed = speedOf(download)
      if (speed === null) continue
      download.seenAt = now()
      download.seenBytes = sentBy(download.response)
      // Otherwise it is the image base that is slow.
      const isClientSlow = download.response.writableNeedDrain && speed < limits.leastSpeed
      if (isClientSlow && (!slowest || speed < slowest.speed)) slowest = { download, speed }
    }
    return slowest?.download
  }

  function isFullFor(client: string | null) {
    if (client === null) return false
    const own = [...downloads].filter((download) => download.client === client)
    return own.length >= limits.perClient
  }

  function shed(reason: Reason): never {
    metrics.shed.inc({ kind: 'document', reason })
    throw new RequestShed(reason)
  }

  return {
    /**
     * Admits a download until its response has ended or its client has left.
     * @param client null for one without limits
     * @throws RequestShed
     */
    admit(client: string | null, response: ServerResponse) {
      if (isFullFor(client)) shed('client')
      if (downloads.size >= limits.all) {
        const slowest = findSlowest()
        if (!slowest) shed('busy')
        downloads.delete(slowest)
        slowest.response.destroy()
      }
      const download = { client, response, seenAt: now(), seenBytes: sentBy(response) }
      downloads.add(download)
      response.once('close', () => downloads.delete(download))
      response.setTimeout(limits.idleMs, () => {
        // Otherwise it is the image base that is slow.
        if (response.writableLength > 0) response.destroy()
      })
    },
    size: () => downloads.size,
  }
}

/** What the connection of a response has sent, in bytes. */
function sentBy({ socket }: ServerResponse) {
  return socket?.bytesWritten ?? 0
}
