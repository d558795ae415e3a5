import {
  context,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources"
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node"
import { asError } from "../../base/errors.ts"
import type { Log } from "../../base/log.ts"
import type { RequestSpan, Tracing } from "../../base/tracing.ts"
import { MINUTE_MS } from "../../base/durations.ts"

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-(0[01])$/

/** Minimum time between two log lines about a collector that does not respond. */
const REPORT_EVERY_MS = MINUTE_MS

/**
 * Creates the tracing of this process. The SDK itself reads all other `OTEL_…` variables, such as sampler and headers.
 */
export function createTracing({ log, version }: { readonly log: Log; readonly version: string }): Tracing {
  reportTo(log)
  const own = resourceFromAttributes({ "service.name": "lectern", "service.version": version })
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  // Registers the context manager through which spans find their parents.
  provider.register()
  const tracer = provider.getTracer("lectern", version)
  return {
    inSpan: (name, attributes, work) => tracer.startActiveSpan(name, { attributes }, (span) => endAfter(span, work)),
    inCausedSpan(name, attributes, { cause, work }) {
      const caused = cause === undefined ? undefined : readTraceParent(cause)
      const options = { attributes, root: true, links: caused === undefined ? [] : [{ context: caused }] }
      return tracer.startActiveSpan(name, options, (span) => endAfter(span, work))
    },
    recordEnded(name, durationMs, attributes = {}) {
      if (trace.getActiveSpan() === undefined) return
      const endMs = Date.now()
      tracer.startSpan(name, { attributes, startTime: endMs - durationMs }).end(endMs)
    },
    startRequest: (name, headers) => startRequest(tracer, name, headers),
    currentTraceId: () => trace.getActiveSpan()?.spanContext().traceId,
    currentTraceParent() {
      const span = trace.getActiveSpan()?.spanContext()
      return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`
    },
    async close() {
      // A collector that does not respond must not delay a shutdown; its failure has already been logged.
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** @returns undefined unless the text is version 0 of `traceparent` with ids that are not zero. */
function readTraceParent(text: string): SpanContext | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACE_PARENT.exec(text) ?? []
  const found = { traceId, spanId, traceFlags: Number(flags) & TraceFlags.SAMPLED, isRemote: true }
  return isSpanContextValid(found) ? found : undefined
}

function startRequest(tracer: Tracer, name: string, headers: object): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, headers)
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent)
  const inside = trace.setSpan(parent, span)
  return {
    traceId: span.spanContext().traceId,
    within: (work) => context.with(inside, work),
    end(attributes, isFailed) {
      span.setAttributes(attributes)
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function endAfter<Result>(span: Span, work: () => Result): Result {
  try {
    const result = work()
    if (result instanceof Promise) {
      // A separate handler, so that the caller gets the original promise.
      result.then(
        () => span.end(),
        (error: unknown) => endFailed(span, error),
      )
    } else {
      span.end()
    }
    return result
  } catch (error) {
    endFailed(span, error)
    throw error
  }
}

/** Omits the message, which may quote a question. */
function endFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute("error.type", asError(error).name)
  span.end()
}

/** Logs errors of the SDK, such as a collector that does not respond. */
function reportTo(log: Log): void {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  const ignore = () => undefined
  const error = (reason: string) => {
    if (performance.now() - reportedAtMs < REPORT_EVERY_MS) return
    reportedAtMs = performance.now()
    log.warn({ reason: reason.slice(0, 500) }, "cannot send traces")
  }
  diag.setLogger(
    { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}
