import type { StreamedResponse } from "./send-request.ts"

/** An exported bundle that is being downloaded. */
export interface ExportedLibrary {
  readonly fileName: string
  readonly body: ReadableStream<Uint8Array>
}

/** Returns an exported bundle with the file name that the server suggests. Defaults to the library id, such as `vuejs-docs.zip`. */
export function exportedLibrary({ head, body }: StreamedResponse, libraryId: string): ExportedLibrary {
  const fileName = /filename="?([^";/\\]+)"?/.exec(head.headers.get("content-disposition") ?? "")?.[1]
  return { fileName: fileName ?? `${libraryId.slice(1).replaceAll("/", "-")}.zip`, body }
}
