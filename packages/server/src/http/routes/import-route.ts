import type { Readable } from "node:stream"
import multipart from "@fastify/multipart"
import { ImportLibrariesFields, ImportLibrariesResponse, LIMITS, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import type { FastifyRequest } from "fastify"
import { importLibraries, type ImportLibrariesUpload } from "../../service/portable/import-libraries.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../sources/work-directory.ts"
import { allow, type ServiceContext } from "../../service/service-context.ts"
import { transferTimeMs } from "../handling-time.ts"
import type { HttpApp } from "../http-app.ts"
import { receiveFile } from "../receive-file.ts"
import { addressesOf } from "../route-addresses.ts"
import { parseRequest, RequestInvalid } from "../validate-request.ts"

const MAX_MEGABYTES = LIMITS.importBundleMaxBytes / 2 ** 20
const FILE_FIELD = UPLOAD_FILE_FIELDS.importLibraries

/** Serves imports: the zip as a form, or its JSON as the body; both are written to disk while they arrive. */
export async function registerImportRoute(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("application/json", (_request, payload, done) => done(null, payload))
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: LIMITS.importBundleMaxBytes + 1, files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    })
    for (const url of addressesOf("importLibraries")) {
      scope.post(
        url,
        { handlerTimeout: transferTimeMs(context.settings), bodyLimit: 2 * LIMITS.importBundleMaxBytes },
        async (request, reply) => {
          allow(context, request.caller, "importLibraries")
          const directory = await openWorkDirectory(context.workDirectory)
          try {
            const receive = request.isMultipart() ? receiveForm : receiveJson
            const upload = await receive(request, directory)
            const answer = await importLibraries(context, request.caller, upload)
            return await reply.code(202).send(ImportLibrariesResponse.parse(answer))
          } finally {
            await removeWorkDirectory(directory)
          }
        },
      )
    }
  })
}

async function receiveJson(request: FastifyRequest, directory: string): Promise<ImportLibrariesUpload> {
  const path = await receiveFile(request.body as Readable, {
    directory,
    maxBytes: LIMITS.importBundleMaxBytes,
    tooLarge: () => new RequestInvalid("payload_too_large", `the bundle is larger than ${MAX_MEGABYTES} MB`),
  })
  return { bundle: { path, form: "json", name: "the body" } }
}

async function receiveForm(request: FastifyRequest, directory: string): Promise<ImportLibrariesUpload> {
  const fields: Record<string, unknown> = {}
  let bundle: ImportLibrariesUpload["bundle"] | undefined
  for await (const part of request.parts()) {
    if (part.type === "field") {
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== FILE_FIELD || bundle !== undefined) {
      part.file.resume()
      throw new RequestInvalid("validation_error", `${part.fieldname}: the one file is sent as ${FILE_FIELD}`)
    }
    const name = part.filename || FILE_FIELD
    const tooLarge = () =>
      new RequestInvalid("validation_error", `${FILE_FIELD}: ${name} is larger than ${MAX_MEGABYTES} MB`)
    const path = await receiveFile(part.file, { directory, maxBytes: LIMITS.importBundleMaxBytes, tooLarge })
    bundle = { path, form: "zip", name }
  }
  if (bundle === undefined) throw new RequestInvalid("validation_error", `${FILE_FIELD}: is required`)
  const { force } = parseRequest(ImportLibrariesFields, fields)
  return { bundle, force: force === "true" }
}
