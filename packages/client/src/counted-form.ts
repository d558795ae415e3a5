/** How far an upload is. */
export interface UploadProgress {
  /** Bytes handed to the network; they may still be on their way. */
  readonly sentBytes: number
  /** Bytes of the files and texts of the form. */
  readonly totalBytes: number
}

/**
 * Turns a form into a body that tells how much of it has been sent.
 *
 * @returns the part of a request that carries it.
 */
export function countedForm(
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
): { readonly headers: Record<string, string>; readonly init: RequestInit } {
  const totalBytes = [...form.values()].reduce((sum, value) => sum + sizeOf(value), 0)
  // A response encodes a form as a request would, and gives its bytes and its boundary.
  const encoded = new Response(form)
  let sentBytes = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk)
      sentBytes += chunk.byteLength
      // Separators between the parts do not count.
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
