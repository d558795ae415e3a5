import { LIMITS } from "@lectern/contract"

/** The result of checking chosen files. */
export interface CheckedFiles {
  readonly kind: "documents" | "openapi"
  /** Why they cannot be uploaded; undefined if they can. */
  readonly problem?: string
}

const MEBIBYTE = 2 ** 20

/** Checks files against the limits of the server before they are sent. */
export function checkFiles(files: readonly { readonly name: string; readonly size: number }[]): CheckedFiles {
  const isOpenApi = files.length > 0 && files.every(({ name }) => /\.(?:json|ya?ml)$/i.test(name))
  if (isOpenApi) {
    if (files.length > 1) return { kind: "openapi", problem: "Upload one OpenAPI description at a time." }
    return tooLarge(files, "openapi", LIMITS.openApiUploadMaxBytes)
  }
  const foreign = files.find(({ name }) => !/\.(?:pdf|docx)$/i.test(name))
  if (foreign !== undefined) {
    return {
      kind: "documents",
      problem: `${foreign.name} cannot be uploaded: only PDF and DOCX files, or one OpenAPI description.`,
    }
  }
  if (files.length > LIMITS.fileUploadMaxFiles) {
    return { kind: "documents", problem: `Upload at most ${LIMITS.fileUploadMaxFiles} files at a time.` }
  }
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0)
  if (totalBytes > LIMITS.fileUploadMaxBytesTotal) {
    const max = LIMITS.fileUploadMaxBytesTotal / MEBIBYTE
    return { kind: "documents", problem: `The files are larger than ${max} MB together.` }
  }
  return tooLarge(files, "documents", LIMITS.fileUploadMaxBytesPerFile)
}

function tooLarge(
  files: readonly { readonly name: string; readonly size: number }[],
  kind: CheckedFiles["kind"],
  maxBytes: number,
): CheckedFiles {
  const large = files.find(({ size }) => size > maxBytes)
  return large === undefined ? { kind } : { kind, problem: `${large.name} is larger than ${maxBytes / MEBIBYTE} MB.` }
}
