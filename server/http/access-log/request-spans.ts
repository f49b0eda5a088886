import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'
import { tracer } from '../../tracing.ts'
import { loggedPath } from './logged-path.ts'

declare module 'node:http' {
  // The type parameter's name must be Node's.
  interface ServerResponse<Request extends IncomingMessage> {
    /** Set when its request takes time, with an SDK. */
    span?: Span
  }
}

export interface RequestSpanOptions {
  /** Whether a request comes from a trusted proxy, whose `traceparent` is used. */
  isTrusted: (request: IncomingMessage) => boolean
  /** The pattern of the route at a path as sent; null for none. */
  patternAt: (path: string) => string | null
  isHttps: boolean
}

export type RequestSpans = NonNullable<ReturnType<typeof createRequestSpans>>

/**
 * The span of each request, by OpenTelemetry's conventions for HTTP servers.
 * @returns null without an SDK
 */
export function createRequestSpans({ isTrusted, patternAt, isHttps }: RequestSpanOptions) {
  if (!tracer) return null
  const ownTracer = tracer
  const scheme = isHttps ? 'https' : 'http'

  /** Of the W3C's headers only: `baggage` is for anything, even what a visitor has made up. */
  function parentOf(request: IncomingMessage) {
    if (!isTrusted(request)) return ROOT_CONTEXT
    const { traceparent, tracestate } = request.headers
    return propagation.extract(ROOT_CONTEXT, { traceparent, tracestate })
  }

  function start(response: ServerResponse, attributes: Attributes) {
    const { req: request, beganAt } = response
    const { method = '', url = '' } = request
    const [path = ''] = url.split(/[?#]/, 1)
    const route = patternAt(path)
    const parent = parentOf(request)
    const span = ownTracer.startSpan(
      route === null ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: beganAt,
        attributes: {
          'http.request.method': method,
          'url.path': loggedPath(path),
          'url.scheme': scheme,
          ...(route !== null && { 'http.route': route }),
          ...attributes,
        },
      },
      parent,
    )
    return { span, ownContext: trace.setSpan(parent, span) }
  }

  return {
    /** Runs the handling of a request that takes time, whose spans are below the request's. */
    run(response: ServerResponse, work: () => void) {
      const { span, ownContext } = start(response, {})
      response.span = span
      context.with(ownContext, work)
    },
    /** Ends the span of a request. One that was answered at once, as by a cached page, gets it only now. */
    end(response: ServerResponse, attributes: Attributes) {
      const span = response.span?.setAttributes(attributes) ?? start(response, attributes).span
      const { statusCode, headersSent } = response
      if (headersSent) span.setAttribute('http.response.status_code', statusCode)
      if (headersSent && statusCode >= 500) {
        span.setAttribute('error.type', String(statusCode))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      // On the clock of the start: the SDK would take another one.
      span.end(performance.now())
    },
  }
}
