import { encodeAvif, encodeWebp, measure } from './encode.ts'
import {
  requestSchema,
  type EncoderMessage,
  type EncoderRequest,
  type EncoderReply,
} from './encoder-messages.ts'

/**
 * Memory limit of the process, in bytes. Images are rejected beforehand by their metadata
 * (encode.ts); this limit stops images with false metadata, and several large ones at once.
 */
const maxMemory = 512 * 1024 * 1024
/** Memory with which it may draw another card, in bytes: Typst keeps 40 kB of each. */
const maxKept = 224 * 1024 * 1024
/** Interval of the memory check, ms: a decoder can allocate a gigabyte in a second. */
const memoryCheckMs = 20

/** The encoder process (encoder.ts explains why it exists). It exits with its parent. */
process.on('message', (message) => {
  const request = requestSchema.parse(message)
  const memoryTimer = setInterval(checkMemory, memoryCheckMs)
  handle(request)
    .then(send, (error: unknown) =>
      send({ id: request.id, error: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => clearInterval(memoryTimer))
})
process.once('disconnect', () => process.exit(0))
send({ state: 'ready' })

async function handle(request: EncoderRequest): Promise<EncoderReply> {
  const { id, original } = request
  switch (request.work) {
    case 'measure':
      return { id, ...(await measure(request.original)) }
    case 'avif':
      return { id, picture: await encodeAvif(request.original, request.width) }
    case 'webp':
      return { id, picture: await encodeWebp(request.original, request.width) }
    case 'card': {
      // Loaded on demand: most requests do not need its memory.
      const { drawShareCard } = await import('../cards/draw-card.ts')
      const picture = await drawShareCard(request.card, original)
      return { id, picture, isLast: process.memoryUsage.rss() > maxKept }
    }
  }
}

/**
 * Kills the process when it exceeds its memory limit: work in the library's threads cannot be
 * cancelled, and a normal exit would wait for it.
 */
function checkMemory() {
  const rss = process.memoryUsage.rss()
  if (rss <= maxMemory) return
  send({ state: 'overMemory', rss })
  process.kill(process.pid, 'SIGKILL')
}

function send(message: EncoderMessage) {
  // When disconnected, the parent is gone and this process is about to exit.
  if (process.connected) process.send?.(message)
}
