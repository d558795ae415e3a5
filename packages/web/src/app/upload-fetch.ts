import { LecternClient } from "@lectern/client"
import { ROOT_URL } from "./root-url.ts"

/** Progress of an upload. */
export interface UploadState {
  readonly sentBytes: number
  readonly totalBytes: number
}

/**
 * Creates a client that reports how much of a form it has sent. `fetch` cannot do this over HTTP/1.1, so the client
 * uses `XMLHttpRequest`.
 */
export function uploadingClient(onProgress: (state: UploadState) => void): LecternClient {
  return new LecternClient({ url: ROOT_URL, maxRetries: 0, fetch: (url, init) => send(url, init, onProgress) })
}

function send(url: string, init: RequestInit, onProgress: (state: UploadState) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? "GET", url)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.responseType = "arraybuffer"
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress({ sentBytes: loaded, totalBytes: total }),
    )
    request.addEventListener("load", () => resolve(responseOf(request)))
    request.addEventListener("error", () => reject(new TypeError("the connection was lost")))
    request.addEventListener("abort", () => reject(new DOMException("the upload was stopped", "AbortError")))
    init.signal?.addEventListener("abort", () => request.abort())
    request.send(init.body instanceof FormData ? init.body : null)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split("\r\n")) {
    const [name = "", ...value] = line.split(": ")
    if (name !== "") headers.append(name, value.join(": "))
  }
  return new Response(request.response as ArrayBuffer, { status: request.status, headers })
}

/**
 * Distributes the number of sent bytes over files that are sent one after another.
 *
 * @returns share of each file that was sent, 0 to 1.
 */
export function sharesOf(
  files: readonly { readonly size: number }[],
  { sentBytes, totalBytes }: UploadState,
): number[] {
  const fileBytes = files.reduce((sum, { size }) => sum + size, 0)
  // The bytes between the files are distributed over all of them.
  let left = totalBytes === 0 ? 0 : (sentBytes / totalBytes) * fileBytes
  return files.map(({ size }) => {
    const sent = Math.min(size, left)
    left -= sent
    return size === 0 ? (left > 0 || sentBytes >= totalBytes ? 1 : 0) : sent / size
  })
}
