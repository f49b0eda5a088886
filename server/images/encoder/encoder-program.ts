import { colourOf, encodeAvif, encodeWebp, measure } from './encode.ts'
import { orderSchema, type EncoderMessage, type Order, type Reply } from './encoder-messages.ts'

/**
 * Of the whole process, in bytes. Pictures are refused beforehand by what their heads say
 * (decoding-cost.ts); this stops those whose heads lie, and the largest that come together.
 */
const mostMemory = 512 * 1024 * 1024
/** A decoder takes a gigabyte in a second. ms */
const memoryCheckMs = 20

/** The process in which pictures are made (encoder.ts says why). Ends with the one that started it. */
process.on('message', (message) => {
  const order = orderSchema.parse(message)
  const watch = setInterval(checkMemory, memoryCheckMs)
  carryOut(order)
    .then(say, (error: unknown) =>
      say({ id: order.id, error: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => clearInterval(watch))
})
process.once('disconnect', () => process.exit(0))
say({ state: 'ready' })

async function carryOut(order: Order): Promise<Reply> {
  const { id, original } = order
  switch (order.work) {
    case 'measure':
      return { id, ...(await measure(order.original)) }
    case 'avif':
      return { id, picture: await encodeAvif(order.original, order.width) }
    case 'webp': {
      const picture = await encodeWebp(order.original, order.width)
      return { id, picture, colour: await colourOf(picture) }
    }
    case 'card': {
      // What it needs takes memory that most pictures never have to spend.
      const { drawShareCard } = await import('../../share-cards/draw.ts')
      return { id, picture: await drawShareCard(order.card, original) }
    }
  }
}

/** Work in the library's threads cannot be called back, and an orderly exit would wait for it. */
function checkMemory() {
  const rss = process.memoryUsage.rss()
  if (rss <= mostMemory) return
  say({ state: 'overMemory', rss })
  process.kill(process.pid, 'SIGKILL')
}

function say(message: EncoderMessage) {
  // Whoever ordered it has gone: this process is about to end.
  if (process.connected) process.send?.(message)
}
