declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  /** A request as autocannon has it before it is written to a connection. */
  interface PendingRequest {
    path: string
  }

  interface Options {
    url: string
    connections: number
    /** How long to send at most, s. */
    duration: number
    /** How often to look whether that time is over, ms. */
    sampleInt: number
    headers: Record<string, string>
    /** Called with each connection before it is opened; `addBody` is no documented part of one. */
    setupClient: (connection: { pipelinedRequests: { addBody(data: Buffer): void } }) => void
    /** Each connection sends them in turn. */
    requests: {
      setupRequest?: (request: PendingRequest) => PendingRequest
      path?: string
      headers?: Record<string, string>
    }[]
  }

  /** Emits `response` with the connection, the status, the bytes, and how long it took, ms. */
  type Run = EventEmitter & PromiseLike<{ duration: number }> & { stop(): void }

  export default function autocannon(options: Options): Run
}
