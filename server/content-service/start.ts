import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createRequestOrder } from '../http/connections/request-order.ts'
import { createContentStore } from './content-store.ts'
import { openContentDatabase } from './database.ts'
import { createRequestHandler } from './http/request-handler.ts'
import { getSampleDirectory } from './sample.ts'

export interface ContentService {
  /** Base of the content API, without a slash at its end. */
  url: string
  /** Lets the answers under way finish, for two seconds at most, then closes the database. */
  close(): Promise<void>
}

export interface ContentServiceOptions {
  /** Where the database is kept, in content-service/. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** Default: the sample that comes with the project. */
  sampleDir?: string
  /** Fill the catalogue up to this many products, in a database of its own. */
  products?: number
  /** Default true; false lets the process end although the service still listens. */
  holdsProcess?: boolean
  /** How many e-mails, and how many company records, are stored. Default 2,000. */
  mostRecords?: number
  /** Takes a line for the operator: a database set aside, a failed answer. Default: stderr. */
  say?: (line: string) => void
}

const closePatienceMs = 2_000

/** A form has 64 KiB at most: e-mails and company records take 125 MiB each. */
const defaultMostRecords = 2_000

/**
 * Starts the content service. It answers once the promise is fulfilled.
 * @throws SampleError if the sample is wrong; Error if the database or the port cannot be had
 */
export async function startContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { dataDir, host = '127.0.0.1', port = 0, products } = options
  const { sampleDir = getSampleDirectory(), holdsProcess = true, say = sayOnStderr } = options
  const { mostRecords = defaultMostRecords } = options

  const database = await openContentDatabase({ dataDir, sampleDir, products, say })
  const store = createContentStore(database, mostRecords)
  const server = createServer()
  const order = createRequestOrder(server)
  server.requestTimeout = 30_000
  server.on('clientError', refuseBrokenRequest)
  if (!holdsProcess) server.unref().on('connection', (socket) => socket.unref())

  let url: string
  try {
    url = await listen(server, host, port)
  } catch (error) {
    database.close()
    throw error
  }
  server.on('request', order.inOrder(createRequestHandler({ url, store, sampleDir, say })))

  let closing: Promise<void> | undefined
  return {
    url,
    close() {
      closing ??= stop(server).finally(() => database.close())
      return closing
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason = 'code' in error && error.code === 'EADDRINUSE' ? 'it is taken' : error.message
      reject(
        new Error(`The content service cannot listen on ${host}, port ${port}: ${reason}.`, {
          cause: error,
        }),
      )
    })
    server.listen({ host, port }, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`)
    })
  })
}

async function stop(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), closePatienceMs)
  try {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  } finally {
    clearTimeout(deadline)
  }
}

/** What is not even HTTP gets a JSON answer too, as far as its sender still listens. */
function refuseBrokenRequest(error: Error, socket: Duplex): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error: 'The request is not HTTP that can be read.' })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}
