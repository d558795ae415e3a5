import type { Log } from "./log.ts"

/** What a span says about its operation; never text of questions or documentation, names of accounts, or secrets. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Records how long the parts of requests and jobs take. Parts that start inside of a span become its children. */
export interface Tracing {
  /** Runs work in a span. If it throws or rejects, the span names the class of the error. */
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
  /** Records an operation that has just ended; ignored outside of a span. */
  recordEnded(name: string, durationMs: number, attributes?: SpanAttributes): void
  /** Starts the span of a request, in the trace that its header `traceparent` names. */
  startRequest(name: string, headers: Readonly<Record<string, string | readonly string[] | undefined>>): RequestSpan
  /** The id of the current trace, 32 hexadecimal digits; undefined outside of a span. */
  currentTraceId(): string | undefined
  /** The current span as a `traceparent` of W3C Trace Context, 55 characters; undefined outside of a span. */
  currentTraceParent(): string | undefined
  /** Sends what has been recorded. */
  close(): Promise<void>
}

/** The span of one request. */
export interface RequestSpan {
  readonly traceId: string
  /** Runs work as a part of the request. */
  within<Result>(work: () => Result): Result
  /** @param isFailed true if the server is at fault. */
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
