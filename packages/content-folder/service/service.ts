import { createServer, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { listenAside } from '@site/runtime/listen'
import { createRequestOrder } from '@site/runtime/requests'
import { createContentStore } from './content-store.ts'
import { databaseFile, openContentDatabase } from '../database.ts'
import { createRequestHandler } from './request-handler.ts'
import { sampleFolder } from '../folder/folder-files.ts'
import type { FolderUpdate } from '../folder/folder-reader.ts'
import { createFolderThread, followFolder } from '../folder/follow-folder.ts'

export interface ContentService {
  /** Base address of the content API, without a trailing slash. */
  url: string
  /** Waits for responses in progress, for two seconds at most, then closes the database. */
  close(): Promise<void>
}

export interface ContentServiceOptions {
  /** The data folder; the database is in its content-service/. */
  dataDir: string
  /** Default 127.0.0.1. */
  host?: string
  /** Default 0: any free port. */
  port?: number
  /** The content folder; default: the sample company's. */
  contentDir?: string
  /** Folders to which links in the content folder may lead. Default: none. */
  links?: readonly string[]
  /** Reads the folder in a thread of its own. Default: in this one. */
  usesThread?: boolean
  /** Called when posts or files of the folder have changed. */
  onChange?: (update: FolderUpdate) => void
  /** Fill the catalogue up to this many products, in a separate database. */
  products?: number
  /** Default true; false lets the process exit while the service is listening. */
  keepsProcessAlive?: boolean
  /** Maximum number of stored e-mails, and of stored company records. Default 2,000. */
  maxRecords?: number
  /**
   * Receives a line for the operator, about a mistake in the folder, a replaced database or a failed response. Default:
   * stderr.
   */
  report?: (line: string) => void
}

const closeTimeoutMs = 2_000

/** A form has 256 KiB at most, so e-mails and company records take up to 500 MiB each. */
const defaultMaxRecords = 2_000

/**
 * Starts the content service; it is listening when the promise resolves.
 * @throws Error if the folder, the database or the port is not available
 */
export async function startContentService(options: ContentServiceOptions): Promise<ContentService> {
  const { dataDir, host = '127.0.0.1', port = 0, products } = options
  const {
    contentDir = sampleFolder,
    links = [],
    usesThread = false,
    onChange = () => undefined,
    keepsProcessAlive = true,
    report = writeToStderr,
  } = options
  const { maxRecords = defaultMaxRecords } = options

  const file = databaseFile({ dataDir, products })
  const database = await openContentDatabase(file, report)
  const thread = usesThread
    ? createFolderThread({ folder: contentDir, links, file, products }, report)
    : null
  const readHere = async () => {
    const { createFolderReader } = await import('../folder/folder-reader.ts')
    return createFolderReader(contentDir, links, database, products)
  }
  let endFollowing: () => void
  try {
    const reader = thread ?? (await readHere())
    endFollowing = await followFolder(reader, { onChange, report })
  } catch (error) {
    await thread?.close()
    database.close()
    throw error
  }
  const release = async () => {
    endFollowing()
    await thread?.close()
    database.close()
  }
  const store = createContentStore(database, maxRecords)
  const server = createServer()
  const order = createRequestOrder(server)
  server.requestTimeout = 30_000
  server.on('clientError', rejectMalformedRequest)
  if (!keepsProcessAlive) server.unref().on('connection', (socket) => socket.unref())

  let url: string
  try {
    url = await listen(server, host, port)
  } catch (error) {
    await release()
    throw error
  }
  server.on(
    'request',
    order.inOrder(createRequestHandler({ url, store, contentDir, links, report })),
  )

  let closing: Promise<void> | undefined
  return {
    url,
    close() {
      closing ??= stop(server).finally(release)
      return closing
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    const address = await listenAside(server, { host, port })
    const bound = typeof address === 'object' && address ? address.port : port
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const reason = text.includes('EADDRINUSE') ? 'the port is in use' : text
    throw new Error(`The content service cannot listen on ${host}, port ${port}: ${reason}.`, {
      cause: error,
    })
  }
}

async function stop(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
  try {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  } finally {
    clearTimeout(deadline)
  }
}

/** Responds to malformed HTTP with JSON, if the client still listens. */
function rejectMalformedRequest(error: Error, socket: Duplex): void {
  if (!socket.writable || ('code' in error && error.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error: 'The request is not valid HTTP.' })
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

function writeToStderr(line: string): void {
  process.stderr.write(`${line}\n`)
}
