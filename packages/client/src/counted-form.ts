/** The progress of an upload. */
export interface UploadProgress {
  /** Bytes passed to the network stack; they may not have arrived yet. */
  readonly sentBytes: number
  /** Bytes of the files and texts of the form. */
  readonly totalBytes: number
}

/**
 * Turns a form into a request body that reports its progress.
 *
 * @returns the part of a request that carries it.
 */
export function countedForm(
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
): { readonly headers: Record<string, string>; readonly init: RequestInit } {
  const totalBytes = [...form.values()].reduce((sum, value) => sum + sizeOf(value), 0)
  // A response encodes a form in the same way as a request, and makes its bytes and its boundary available.
  const encoded = new Response(form)
  let sentBytes = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      sentBytes += chunk.byteLength
      // Separators between the parts are not counted.
      onProgress({ sentBytes: Math.min(sentBytes, totalBytes), totalBytes })
    },
  })
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "multipart/form-data" },
    init: { body: encoded.body?.pipeThrough(counting) ?? null, duplex: "half" },
  }
}

function sizeOf(value: string | File): number {
  return typeof value === "string" ? new TextEncoder().encode(value).byteLength : value.size
}
