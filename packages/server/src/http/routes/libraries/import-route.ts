import type { Readable } from "node:stream"
import multipart from "@fastify/multipart"
import { ImportLibrariesFields, LIMITS, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import type { ImportLibrariesUpload } from "../../../service/portable/import-libraries.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../../sources/base/work-directory.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import { readFormParts } from "../../serving/form-parts.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { receiveFile } from "../../serving/receive-file.ts"
import { serve, type OperationHandler, type OperationRequest } from "../../serving/serve.ts"
import { parseRequest, RequestInvalid } from "../../serving/validate-request.ts"

const MAX_MEGABYTES = LIMITS.importBundleMaxBytes / 2 ** 20
const FILE_FIELD = UPLOAD_FILE_FIELDS.importLibraries

/** Serves imports of a bundle: a zip file in a form, or JSON as the body; both are written to disk as they arrive. */
export async function registerImportRoute(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("application/json", (_request, payload, done) => done(null, payload))
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: LIMITS.importBundleMaxBytes + 1, files: 1, fields: 10, fieldSize: 1000, parts: 11 },
    })
    const importBundle: OperationHandler<"importLibraries"> = async (request) => {
      const directory = await openWorkDirectory(context.workDirectory)
      try {
        // Loaded on demand: few requests import a bundle, and the checks of its texts are large.
        const { importLibraries } = await import("../../../service/portable/import-libraries.ts")
        const receive = request.isMultipart() ? receiveForm : receiveJson
        return await importLibraries(context, request.caller, await receive(request, directory))
      } finally {
        await removeWorkDirectory(directory)
      }
    }
    serve(scope, "importLibraries", importBundle, {
      handlerTimeout: transferTimeMs(context.settings),
      bodyLimit: 2 * LIMITS.importBundleMaxBytes,
      readsOwnBody: true,
    })
  })
}

async function receiveJson(
  request: OperationRequest<"importLibraries">,
  directory: string,
): Promise<ImportLibrariesUpload> {
  const path = await receiveFile(request.body as unknown as Readable, {
    directory,
    maxBytes: LIMITS.importBundleMaxBytes,
    tooLarge: () => new RequestInvalid("payload_too_large", `the bundle is larger than ${MAX_MEGABYTES} MB`),
  })
  return { bundle: { path, form: "json", name: "the body" } }
}

async function receiveForm(
  request: OperationRequest<"importLibraries">,
  directory: string,
): Promise<ImportLibrariesUpload> {
  const fields: Record<string, unknown> = {}
  let bundle: ImportLibrariesUpload["bundle"] | undefined
  for await (const part of readFormParts(request)) {
    if (part.type === "field") {
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== FILE_FIELD || bundle !== undefined) {
      part.file.resume()
      throw new RequestInvalid(
        "validation_error",
        `${part.fieldname}: unexpected file. Send exactly one file, as ${FILE_FIELD}`,
      )
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
