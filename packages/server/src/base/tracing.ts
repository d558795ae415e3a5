import type { Log } from "./log.ts"

/** Attributes of a span. They never contain text of questions or documentation, names of accounts, or secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Records the duration of parts of requests and jobs. Parts that start inside a span become its children. */
export interface Tracing {
  /** Runs work in a span. If it throws or rejects, the span records the class of the error. */
  inSpan<Result>(name: string, attributes: SpanAttributes, work: () => Result): Result
  /**
   * Runs work in a span of a new trace, with a link to the span that caused it.
   *
   * @param cause what `currentTraceParent` returned there; anything else is ignored.
   */
  inCausedSpan<Result>(
    name: string,
    attributes: SpanAttributes,
    { cause, work }: { readonly cause: string | undefined; readonly work: () => Result },
  ): Result
  /** Records an operation that has just ended; ignored outside a span. */
  recordEnded(name: string, durationMs: number, attributes?: SpanAttributes): void
  /** Starts the span of a request, in the trace of its `traceparent` header. */
  startRequest(name: string, headers: Readonly<Record<string, string | readonly string[] | undefined>>): RequestSpan
  /** Returns the id of the current trace, 32 hexadecimal digits; undefined outside a span. */
  currentTraceId(): string | undefined
  /** Returns the current span as a W3C Trace Context `traceparent`, 55 characters; undefined outside a span. */
  currentTraceParent(): string | undefined
  /** Sends everything that has been recorded. */
  close(): Promise<void>
}

/** The span of one request. */
export interface RequestSpan {
  readonly traceId: string
  /** Runs work as part of the request. */
  within<Result>(work: () => Result): Result
  /** @param isFailed true if the failure is the server's fault. */
  end(attributes: SpanAttributes, isFailed: boolean): void
}

/** Adds the id of the current trace to every line of a log. */
export function withTraceIds(log: Log, tracing: Tracing): Log {
  const traced = (fields: object): object => {
    const traceId = tracing.currentTraceId()
    return traceId === undefined ? fields : { traceId, ...fields }
  }
  return {
    debug: (fields, event) => log.debug(traced(fields), event),
    info: (fields, event) => log.info(traced(fields), event),
    warn: (fields, event) => log.warn(traced(fields), event),
    error: (fields, event) => log.error(traced(fields), event),
  }
}
