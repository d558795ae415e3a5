import { stat } from "node:fs/promises"
import multipart from "@fastify/multipart"
import { FileUploadFields, LIMITS, PdfUploadFields, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import type { FastifyRequest } from "fastify"
import { addUploads, type ReceivedFile, type Upload } from "../../../service/libraries/add/add-uploads.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../../sources/base/work-directory.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import { readFormParts } from "../../serving/form-parts.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { receiveFile } from "../../serving/receive-file.ts"
import { serve, type OperationHandler, type OperationRequest } from "../../serving/serve.ts"
import { parseRequest, RequestInvalid } from "../../serving/validate-request.ts"

/** Maximum number of text fields, and the maximum length of one: 50 paths of 500 characters, all of them escaped. */
const MAX_FIELDS = 20
const MAX_FIELD_BYTES = 200_000

type UploadOperation = "uploadFiles" | "uploadPdf"

interface UploadRoute {
  readonly operationId: UploadOperation
  readonly fileField: string
  /** File extensions that are accepted. */
  readonly endings: readonly string[]
  readonly maxFiles: number
  readonly maxBytesPerFile: number
  readonly maxBytesTotal: number
  readFields(fields: Readonly<Record<string, unknown>>): Omit<Upload, "files">
}

const UPLOAD_ROUTES: readonly UploadRoute[] = [
  {
    operationId: "uploadFiles",
    fileField: UPLOAD_FILE_FIELDS.fileUpload,
    endings: [".pdf", ".docx"],
    maxFiles: LIMITS.fileUploadMaxFiles,
    maxBytesPerFile: LIMITS.fileUploadMaxBytesPerFile,
    maxBytesTotal: LIMITS.fileUploadMaxBytesTotal,
    readFields: (fields) => parseRequest(FileUploadFields, fields),
  },
  {
    operationId: "uploadPdf",
    fileField: UPLOAD_FILE_FIELDS.pdfUpload,
    endings: [".pdf"],
    maxFiles: 1,
    maxBytesPerFile: LIMITS.pdfUploadMaxBytes,
    maxBytesTotal: LIMITS.pdfUploadMaxBytes,
    readFields: (fields) => parseRequest(PdfUploadFields, fields),
  },
]

/**
 * Serves uploads of PDF and DOCX files: they are written to disk and counted as they arrive, and deleted if the upload
 * is rejected.
 */
export async function registerUploadRoutes(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // Larger than Lectern's own limits, whose error messages require that the data arrives.
      limits: { fileSize: Infinity, files: Infinity, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, parts: Infinity },
    })
    // The handler rejects all other content types with a message that says what to send.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    const limits = { handlerTimeout: transferTimeMs(context.settings), bodyLimit: Number.MAX_SAFE_INTEGER }
    for (const route of UPLOAD_ROUTES) {
      const upload: OperationHandler<UploadOperation> = async (request) => {
        const directory = await openWorkDirectory(context.workDirectory)
        try {
          return await addUploads(context, request.caller, await receive(request, route, directory))
        } finally {
          await removeWorkDirectory(directory)
        }
      }
      serve(scope, route.operationId, upload, limits)
    }
  })
}

async function receive(
  request: OperationRequest<UploadOperation>,
  route: UploadRoute,
  directory: string,
): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new RequestInvalid(
      "validation_error",
      `invalid content type. Send the files as multipart/form-data in ${route.fileField}`,
    )
  }
  const fields: Record<string, unknown> = {}
  const files: ReceivedFile[] = []
  const reception = new Reception(route, directory)
  for await (const part of readFormParts(request)) {
    if (part.type === "field") {
      if (part.valueTruncated) throw new RequestInvalid("validation_error", `${part.fieldname}: the value is too long`)
      fields[part.fieldname] = part.value
    } else {
      files.push(await reception.take(part))
    }
  }
  if (files.length === 0) throw new RequestInvalid("validation_error", `${route.fileField}: is required`)
  return { ...route.readFields(fields), files }
}

type FilePart = Extract<
  Awaited<ReturnType<ReturnType<FastifyRequest["parts"]>["next"]>>["value"],
  { readonly type: "file" }
>

/** Receives one file after another, within the limits of one request. */
class Reception {
  readonly #route: UploadRoute
  readonly #directory: string
  #fileCount = 0
  #byteCount = 0

  constructor(route: UploadRoute, directory: string) {
    this.#route = route
    this.#directory = directory
  }

  /** @throws {RequestInvalid} with the limit and the file. */
  async take(part: FilePart): Promise<ReceivedFile> {
    const { maxBytesPerFile, maxBytesTotal } = this.#route
    const name = part.filename || part.fieldname
    const reason = this.#reasonAgainst(part.fieldname, name)
    if (reason !== undefined) {
      part.file.resume()
      throw refused(part.fieldname, reason)
    }
    const fileField = part.fieldname
    const room = maxBytesTotal - this.#byteCount
    const isLast = room < maxBytesPerFile
    const localPath = await receiveFile(part.file, {
      directory: this.#directory,
      maxBytes: Math.min(room, maxBytesPerFile),
      tooLarge: () =>
        isLast
          ? refused(fileField, `the files exceed ${megabytes(maxBytesTotal)} in total, starting with ${name}`)
          : refused(fileField, `${name} is larger than ${megabytes(maxBytesPerFile)}`),
    })
    this.#byteCount += (await stat(localPath)).size
    return { name, localPath }
  }

  #reasonAgainst(field: string, name: string): string | undefined {
    const { fileField, endings, maxFiles } = this.#route
    if (field !== fileField) return `unexpected file field. Send files as ${fileField}`
    if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) {
      return `${name} has an unsupported type. The name must end in ${endings.join(" or ")}`
    }
    if (++this.#fileCount > maxFiles) {
      return `too many files, starting with ${name}. Send at most ${maxFiles} at once`
    }
    return undefined
  }
}

function refused(field: string, message: string): RequestInvalid {
  return new RequestInvalid("validation_error", `${field}: ${message}`)
}

function megabytes(bytes: number): string {
  return `${bytes / 2 ** 20} MB`
}
