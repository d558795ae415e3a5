/** An exported bundle that is being downloaded. */
export interface ExportedLibrary {
  readonly fileName: string
  readonly body: ReadableStream<Uint8Array>
}

/** Reads the name of a bundle from a response, and opens its body. */
export function openExport(response: Response, libraryId: string): ExportedLibrary {
  const fileName = /filename="?([^";/\\]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1]
  const body = response.body ?? new Blob([]).stream()
  return { fileName: fileName ?? `${libraryId.slice(1).replaceAll("/", "-")}.zip`, body }
}
