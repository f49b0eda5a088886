import { createServer } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { listenOnLoopback } from './loopback.ts'

const value = z
  .union([
    z.object({ stringValue: z.string() }).transform((it) => it.stringValue),
    z.object({ intValue: z.number() }).transform((it) => it.intValue),
    z.object({ boolValue: z.boolean() }).transform((it) => it.boolValue),
  ])
  .nullable()
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])))

/** The spans of one export, in OTLP's JSON. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              kind: z.number().transform((kind) => kinds[kind] ?? ''),
              startTimeUnixNano: z.string().transform(BigInt),
              endTimeUnixNano: z.string().transform(BigInt),
              attributes,
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
              status: z.object({ code: z.number() }).transform(({ code }) => code === 2),
            }),
          ),
        }),
      ),
    }),
  ),
})

const kinds = ['', 'internal', 'server', 'client']

type Exported = z.infer<typeof exported>
type ExportedSpan = Exported['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A span as a collector receives it. */
export interface ReceivedSpan extends Omit<ExportedSpan, 'status'> {
  isError: boolean
  /** The process it is of. */
  resource: Record<string, unknown>
}

export interface SpanReceiver {
  /** Settings of a site that sends its spans here, with the file that operators attach. */
  settings: Record<string, string>
  /** All spans so far. */
  spans: ReceivedSpan[]
  /** What was received, as text. */
  text: () => string
  close: () => Promise<void>
}

/** A collector of traces on loopback: OTLP over HTTP, in JSON. */
export async function startSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        texts.push(JSON.stringify(body))
        for (const { resource, scopeSpans } of exported.parse(body).resourceSpans) {
          const received = scopeSpans.flatMap((scope) => scope.spans)
          spans.push(
            ...received.map(({ status, ...span }) => ({
              ...span,
              isError: status,
              resource: resource.attributes,
            })),
          )
        }
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      },
      () => response.destroy(),
    )
  })
  const { url, close } = await listenOnLoopback(server)
  return {
    settings: {
      NODE_OPTIONS: `--import=${path.resolve('deploy/tracing/otel.mjs')}`,
      OTEL_SERVICE_NAME: 'site',
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    spans,
    text: () => texts.join('\n'),
    close,
  }
}
