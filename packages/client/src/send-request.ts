import { type OperationId, type Route, routeOf } from "@lectern/contract"
import { countedForm, type UploadProgress } from "./counted-form.ts"
import { type Deadline, pause, startDeadline } from "./deadline.ts"
import { type ApiError, RequestTimedOut, ServerUnreachable } from "./errors.ts"
import { parseJson, readError, type ResponseHead } from "./read-error.ts"
import { runWhenClosed } from "./run-when-closed.ts"

/** The part of `fetch` that the client uses. Pass your own for tests, proxies or a server in the same process. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How a client connects to its server. */
export interface Connection {
  /** Root of the server without a slash at its end. */
  readonly rootUrl: string
  readonly fetch: Fetch
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  /** Number of retries of a GET. */
  readonly maxRetries: number
}

/** One call of an operation. Its method, path and success status come from the route table of the contract. */
export interface Call {
  readonly operation: OperationId
  /** Values of the parameters in the path, not encoded. */
  readonly params?: Readonly<Record<string, string>> | undefined
  /** A list is sent as one parameter for each of its values. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>> | undefined
  /** Sent as JSON. */
  readonly json?: unknown
  readonly form?: FormData | undefined
  /** Called with the number of bytes of the form that have been sent. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly accept?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** Options that a caller can add to a call. */
export type CallSettings = Pick<Call, "signal" | "timeoutMs">

/** Sends a call and reads its answer as JSON. */
export type SendJson = <Answer>(call: Call, options: CallSettings | undefined) => Promise<Answer>

/** Creates a function that sends calls and reads their responses as JSON. */
export function jsonSender(connection: Connection): SendJson {
  // The border: the server validates its answers against the contract that these types come from.
  return async <Answer>(call: Call, options: CallSettings | undefined) => {
    const { head, text } = await fetchText(connection, { ...call, ...options })
    return parseJson(text, head) as Answer
  }
}

/** Statuses after which the same GET may succeed. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** First delay if the response has no `Retry-After`; doubled for every further attempt. */
const FIRST_RETRY_DELAY_MS = 250
/** If the server asks for a longer delay, its error is thrown instead. */
const MAX_RETRY_DELAY_MS = 30_000

/** A successful response whose body was read. */
export interface TextResponse {
  readonly head: ResponseHead
  readonly text: string
}

/** A successful response whose body is still arriving. */
export interface StreamedResponse {
  readonly head: ResponseHead
  readonly body: ReadableStream<Uint8Array>
}

/**
 * Sends a call and reads its response. A GET is retried after 429, 502, 503, 504 and lost connections, after the time in
 * `Retry-After` at the earliest.
 *
 * @throws {ApiError} the response is an error.
 * @throws {ServerUnreachable} the server does not respond. @throws {RequestTimedOut} it does not respond in time.
 * @throws the reason of `call.signal` if it fires, and what a callback of the call throws.
 */
export function fetchText(connection: Connection, call: Call): Promise<TextResponse> {
  return retryCall(connection, call, async (response, deadline) => {
    const text = await response.text()
    deadline.release()
    return { head: response, text }
  })
}

/**
 * Sends a call and opens the body of its response. The time limit ends with the headers, but `call.signal` still aborts the
 * body. Read the body to its end or cancel it. Retries and throws like `fetchText`.
 */
export function openStream(connection: Connection, call: Call): Promise<StreamedResponse> {
  return retryCall(connection, call, (response, deadline) => {
    const body = response.body ?? new Blob([]).stream()
    return Promise.resolve({ head: response, body: runWhenClosed(body, deadline.release) })
  })
}

/** Receives a successful response and releases the deadline. Everything that it throws is reported as a connection error. */
type Receive<Answer> = (response: Response, deadline: Deadline) => Promise<Answer>

async function retryCall<Answer>(connection: Connection, call: Call, receive: Receive<Answer>): Promise<Answer> {
  const maxAttempts = routeOf(call.operation).method === "GET" ? connection.maxRetries + 1 : 1
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptCall(connection, call, receive)
    if ("answer" in outcome) {
      return outcome.answer
    }
    const delayMs = attempt < maxAttempts ? retryDelayMs(outcome.error, attempt) : undefined
    if (delayMs === undefined) {
      throw outcome.error
    }
    await pause(delayMs, call.signal)
  }
}

type Outcome<Answer> = { readonly answer: Answer } | { readonly error: ApiError | ServerUnreachable | RequestTimedOut }

async function attemptCall<Answer>(
  connection: Connection,
  call: Call,
  receive: Receive<Answer>,
): Promise<Outcome<Answer>> {
  const callbackErrors: unknown[] = []
  const url = urlOf(connection, call)
  const request = requestOf(connection, call, callbackErrors)
  const timeoutMs = call.timeoutMs ?? connection.timeoutMs
  const deadline = startDeadline(timeoutMs, call.signal)
  try {
    const response = await connection.fetch(url, { ...request, signal: deadline.signal })
    if (response.status === routeOf(call.operation).status) {
      return { answer: await receive(response, deadline) }
    }
    const error = await readError(response)
    deadline.release()
    return { error }
  } catch (thrown) {
    deadline.release()
    if (call.signal?.aborted) {
      throw call.signal.reason
    }
    if (callbackErrors.length > 0) {
      throw callbackErrors[0]
    }
    if (deadline.hasExpired()) {
      return { error: new RequestTimedOut(connection.rootUrl, timeoutMs) }
    }
    return { error: new ServerUnreachable(connection.rootUrl, thrown) }
  } finally {
    deadline.stopClock()
  }
}

function urlOf(connection: Connection, call: Call): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (Array.isArray(value)) {
      value.forEach((each: string) => query.append(name, each))
    } else if (value !== undefined) {
      query.set(name, String(value))
    }
  }
  const text = query.toString()
  return `${connection.rootUrl}${pathOf(routeOf(call.operation), call.params)}${text === "" ? "" : `?${text}`}`
}

function pathOf({ path }: Route, params: Call["params"] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
}

/** @param callbackErrors receives what a callback throws, because `fetch` replaces the error of a request body with its own. */
function requestOf(connection: Connection, call: Call, callbackErrors: unknown[]): RequestInit {
  const { method } = routeOf(call.operation)
  const headers = { ...connection.headers, accept: call.accept ?? "application/json" }
  if (call.form !== undefined) {
    if (call.onProgress === undefined) return { method, headers, body: call.form }
    const counted = countedForm(call.form, keepErrors(call.onProgress, callbackErrors))
    return { method, headers: { ...headers, ...counted.headers }, ...counted.init }
  }
  if (call.json !== undefined) {
    const jsonHeaders = { ...headers, "content-type": "application/json" }
    return { method, headers: jsonHeaders, body: JSON.stringify(call.json) }
  }
  return { method, headers }
}

function keepErrors<Value>(callback: (value: Value) => void, errors: unknown[]): (value: Value) => void {
  return (value) => {
    try {
      callback(value)
    } catch (thrown) {
      errors.push(thrown)
      throw thrown
    }
  }
}

/** @returns undefined if a retry would not help. */
function retryDelayMs(error: ApiError | ServerUnreachable | RequestTimedOut, attempt: number): number | undefined {
  if (error instanceof RequestTimedOut) {
    return undefined
  }
  const backOffMs = FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1)
  if (error instanceof ServerUnreachable) {
    return backOffMs
  }
  if (!RETRYABLE_STATUSES.has(error.status)) {
    return undefined
  }
  const delayMs = error.retryAfterSeconds === undefined ? backOffMs : error.retryAfterSeconds * 1000
  return delayMs <= MAX_RETRY_DELAY_MS ? delayMs : undefined
}
