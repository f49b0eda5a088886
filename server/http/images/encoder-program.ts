import { colourOf, encodeAvif, encodeWebp, measure } from './encode.ts'
import { orderSchema, type Order, type Reply } from './encoder-messages.ts'

/** The process in which pictures are made (encoder.ts says why). Ends with the one that started it. */
process.on('message', (message) => {
  const order = orderSchema.parse(message)
  carryOut(order).then(reply, (error: unknown) =>
    reply({ id: order.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
process.once('disconnect', () => process.exit(0))

async function carryOut({ id, work, original, width }: Order): Promise<Reply> {
  switch (work) {
    case 'measure':
      return { id, ...(await measure(original)) }
    case 'avif':
      return { id, picture: await encodeAvif(original, width) }
    case 'webp': {
      const picture = await encodeWebp(original, width)
      return { id, picture, colour: await colourOf(picture) }
    }
  }
}

function reply(message: Reply) {
  // Whoever ordered it has gone: this process is about to end.
  if (process.connected) process.send?.(message)
}
