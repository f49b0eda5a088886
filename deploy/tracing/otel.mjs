// Attaches OpenTelemetry's SDK to the site, which has only its API: docs/operations.md, Tracing.
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

// OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; exporter, processor and sampler read their own variables.
const resource = defaultResource().merge(detectResources({ detectors: [envDetector] }))
const spanProcessors = [new BatchSpanProcessor(new OTLPTraceExporter())]
new NodeTracerProvider({ resource, spanProcessors }).register()
