import {
  context,
  propagation,
  ProxyTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { ContentUnavailable } from './content/failures.ts'

/**
 * The tracer of the SDK that an operator has attached (docs/operations.md), or null. An SDK is attached before
 * the site is loaded, so this is decided once: without one the API returns its own ProxyTracer, whose spans
 * do nothing but still cost time. Nothing of the API is called then.
 */
export const tracer = attachedTracer()

function attachedTracer(): Tracer | null {
  const found = trace.getTracer('site')
  return found instanceof ProxyTracer ? null : found
}

/**
 * Runs work as a span below the active one.
 * @param attributes nothing that a visitor has written
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind = SpanKind.INTERNAL,
): Promise<T> {
  if (!tracer) return work()
  const parent = context.active()
  return runIn(tracer.startSpan(name, { kind, attributes }, parent), parent, work)
}

/** The same for one HTTP request to another server. Its work calls `noteStatus`. */
export function tracedRequest<T>(
  { method, address }: { method: string; address: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const { origin, pathname, hostname, port, protocol } = new URL(address)
  const attributes = {
    'http.request.method': method,
    // Without a user's name, password and query.
    'url.full': origin + pathname,
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  return traced(method, attributes, work, SpanKind.CLIENT)
}

/** Runs a read of content as a span: one call of the content API, unless it is cached. */
export function tracedContentCall<T>(
  { type, check, language }: { type: string; check: string; language: string },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const attributes = {
    'site.content.type': type,
    'site.content.check': check,
    'site.content.language': language,
  }
  return traced('content call', attributes, work, SpanKind.CLIENT)
}

/**
 * Runs background work as a trace of its own, with a link to the span that has caused it: a request may end
 * before the work does.
 */
export function tracedInBackground<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const links = [activeLink()].filter((link) => link !== null)
  return runIn(tracer.startSpan(name, { attributes, links }, ROOT_CONTEXT), ROOT_CONTEXT, work)
}

async function runIn<T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    const type = errorType(error)
    span.setAttribute('error.type', type)
    // As in HTTP: a response of a loader that says so is no error of the site.
    if (!/^[1-4]\d\d$/.test(type)) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** What kind of error it is; never its message, which may contain what a visitor has written. */
function errorType(error: unknown) {
  if (error instanceof ContentUnavailable) return error.fault
  if (error instanceof Response) return String(error.status)
  return error instanceof Error ? error.name : typeof error
}

/** Adds attributes to the active span. */
export function annotate(attributes: Attributes) {
  if (tracer) trace.getActiveSpan()?.setAttributes(attributes)
}

/** The status of the response that the active span, a `tracedRequest`, has received. */
export function noteStatus(status: number) {
  if (!tracer) return
  const span = trace.getActiveSpan()
  span?.setAttribute('http.response.status_code', status)
  if (status < 400) return
  span?.setAttribute('error.type', String(status)).setStatus({ code: SpanStatusCode.ERROR })
}

/** A link to the active span; null if there is none, or only one that has ended or is not recorded. */
export function activeLink(): Link | null {
  const span = tracer && trace.getActiveSpan()
  return span?.isRecording() ? { context: span.spanContext() } : null
}

/** Links the active span to another one, whose work it waits for. */
export function linkActiveSpan(link: Link | null) {
  if (tracer && link) trace.getActiveSpan()?.addLink(link)
}

/** Binds work to the active span: a queue would run it under the span of the work before. */
export function inActiveSpan<T>(work: () => T): () => T {
  return tracer ? context.bind(context.active(), work) : work
}

/** `traceparent` and `tracestate` for a request to the content API; empty without an SDK. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (tracer) propagation.inject(context.active(), headers)
  return headers
}
