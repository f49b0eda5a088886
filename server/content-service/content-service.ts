import { parseArgs } from 'node:util'
import { startContentService } from './start.ts'

const usage = `Starts the content service alone, for testers.

  npm run content -- [--port N] [--products N]

  --port N      Listen on 127.0.0.1, port N. Default: any free port.
  --products N  Serve a catalogue of N products, for measuring. It is generated once, in a
                database of its own.
  --help        Show this text.

DATA_DIR is the folder for the database (default ./data).`

/** An invalid command line. */
class UsageError extends Error {}

interface Command {
  help: boolean
  port: number
  products: number | undefined
}

function readCommand(args: string[]): Command {
  try {
    const { values } = parseArgs({
      args,
      options: {
        help: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        products: { type: 'string' },
      },
    })
    return {
      help: values.help,
      port: readNumber('--port', values.port, 0, 65_535),
      products:
        values.products === undefined
          ? undefined
          : readNumber('--products', values.products, 1, 1_000_000),
    }
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    // Keeps the first sentence of Node's message; the rest is advice for other cases.
    throw new UsageError(error.message.split(/\. |\.?\n/, 1)[0])
  }
}

function readNumber(option: string, value: string, min: number, max: number): number {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not "${value}"`)
}

async function run(): Promise<void> {
  const { help, port, products } = readCommand(process.argv.slice(2))
  if (help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const service = await startContentService({
    dataDir: process.env['DATA_DIR'] || './data',
    port,
    ...(products !== undefined && { products }),
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close())
  }
  process.stdout.write(`Content service: ${service.url}\nCONTENT_API_URL=${service.url}\n`)
}

run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  const advice = error instanceof UsageError ? '. See --help.' : ''
  process.stderr.write(`${reason}${advice}\n`)
  process.exitCode = 1
})
