import {
  encoderMessageSchema,
  type EncoderReply,
  type EncoderRequest,
  type ShareCard,
} from './encoder-messages.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import { ProcessClient, ProcessUnavailable } from '@site/runtime/process-client'
import type { ImageFile } from '../image-base.ts'

/** Maximum number of concurrent jobs: each may take some hundred megabytes, and pages need the CPU, too. */
const maxRunning = 2

/** An image to encode; its ETag identifies it. */
export type Picture = Pick<ImageFile, 'bytes' | 'etag'>

/** A request without its ID, which is assigned when it is sent to a process. */
type Work = EncoderRequest extends infer Each
  ? Each extends EncoderRequest
    ? Omit<Each, 'id'>
    : never
  : never

/** Decodes, encodes and draws images in a child process, which takes some hundred megabytes of memory. */
export interface Encoder {
  /**
   * Measures an image.
   * @returns the width in pixels, upright; null if it is not an image, is broken, or is too large
   * @throws ProcessUnavailable
   */
  measure: (picture: Picture) => Promise<number | null>
  /**
   * Resizes an image.
   * @param width in pixels
   * @returns WebP, or the original where that is smaller
   * @throws when it cannot be read, is too large, or takes too long; ProcessUnavailable
   */
  makeWebp: (original: Picture, width: number) => Promise<Uint8Array>
  /** @throws as makeWebp does */
  makeAvif: (original: Picture, width: number) => Promise<Uint8Array>
  /**
   * @param original the card's image, or null for none
   * @returns a PNG
   * @throws as makeWebp does
   */
  drawCard: (card: ShareCard, original: Picture | null) => Promise<Uint8Array>
  /** Process ID of the child process; undefined while there is none. */
  pid: () => number | undefined
  close: () => void
}

export function createEncoder(): Encoder {
  const encoder = new ProcessClient<Work, EncoderReply>({
    program: 'server/files/pictures/encoder-program.ts',
    maxRunning,
    parse: (message) => encoderMessageSchema.parse(message),
    onDeath(reason, jobs) {
      metrics.encoderDeaths.inc()
      log.warn({ reason, jobs }, 'image encoder died')
    },
  })
  const submit = (work: Work, picture: Picture | null) => encoder.run(work, picture?.etag ?? null)

  return {
    async measure(picture) {
      try {
        const { width = null } = await submit({ work: 'measure', original: picture.bytes }, picture)
        return width
      } catch (error) {
        if (error instanceof ProcessUnavailable) throw error
        return null
      }
    },
    async makeWebp(original, width) {
      const work = { work: 'webp', original: original.bytes, width } as const
      return requireImage((await submit(work, original)).picture)
    },
    async makeAvif(original, width) {
      const work = { work: 'avif', original: original.bytes, width } as const
      return requireImage((await submit(work, original)).picture)
    },
    async drawCard(card, original) {
      const work = { work: 'card', card, original: original?.bytes ?? null } as const
      return requireImage((await submit(work, original)).picture)
    },
    pid: () => encoder.pid(),
    close: () => encoder.close(),
  }
}

function requireImage(picture: Uint8Array | undefined) {
  if (!picture) throw new Error('The encoder returned no image')
  return picture
}
