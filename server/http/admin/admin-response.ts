import type { ServerResponse } from 'node:http'

/** Sends a response of the admin server as JSON. */
export function sendJson(response: ServerResponse, status: number, body: object) {
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`)
}

export function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  // Node itself leaves out the body for HEAD.
  response.end(body)
}
