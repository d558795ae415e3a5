import type { UploadProgress } from "./counted-form.ts"
import type { Fetch } from "./send-request.ts"

/** The server, and options for requests to it. */
export interface LecternClientOptions {
  /** Root of the server, for instance `http://127.0.0.1:3000`; a trailing slash or `/api` does not matter. */
  readonly url: string
  /** Sent as a bearer token; if omitted or empty, requests are anonymous. */
  readonly apiKey?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Time limit for a response in milliseconds; for streams, until the headers arrive. Default: 65,000. */
  readonly timeoutMs?: number
  /** Number of retries of a GET after 429, 502, 503, 504 or a lost connection. Default: 2. */
  readonly maxRetries?: number
  /** Surface under which the metrics count the requests. */
  readonly source?: "cli" | "mcp-server"
  /** Name of the calling software, sent as `User-Agent`. */
  readonly userAgent?: string
}

/** Options of every method. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** A file to upload. */
export interface UploadedFile {
  /** Path inside the library, `/`-separated, ending in `.pdf` or `.docx`. */
  readonly path: string
  readonly content: Blob
}

/** Options of methods that return text. */
export interface TextOptions extends CallOptions {
  /** Called with the response headers, which say how the answer matches the request. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined
}

/** Options of an upload. */
export interface UploadOptions extends CallOptions {
  /** Title of the library. Defaults to the name of the first file. */
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Replaces the files of an existing library with the same title. */
  readonly force?: boolean | undefined
  /** Called as bytes are sent; without it, the form is sent in one piece. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
}
