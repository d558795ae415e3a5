import multipart from "@fastify/multipart"
import { LIMITS, OpenApiUploadFields, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import { addOpenApiUpload, type OpenApiUpload } from "../../../service/libraries/add/add-openapi.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../../sources/base/work-directory.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import { readFormParts } from "../../serving/form-parts.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { receiveFile } from "../../serving/receive-file.ts"
import { serve, type OperationHandler, type OperationRequest } from "../../serving/serve.ts"
import { parseRequest, RequestInvalid } from "../../serving/validate-request.ts"

/** A description of 5,000 characters can have four bytes per character. */
const MAX_FIELD_BYTES = 4 * LIMITS.descriptionMaxCharacters

const MAX_MEGABYTES = LIMITS.openApiUploadMaxBytes / 2 ** 20
const FILE_FIELD = UPLOAD_FILE_FIELDS.openApiUpload

/** Serves uploads of OpenAPI descriptions, as forms that are written to disk as they arrive. */
export async function registerOpenApiUpload(app: HttpApp, context: ServiceContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: LIMITS.openApiUploadMaxBytes + 1,
        files: 1,
        fields: 10,
        fieldSize: MAX_FIELD_BYTES,
        parts: 11,
      },
    })
    const limits = { handlerTimeout: transferTimeMs(context.settings), bodyLimit: 2 * LIMITS.openApiUploadMaxBytes }
    const upload: OperationHandler<"uploadOpenApi"> = async (request) => {
      const directory = await openWorkDirectory(context.workDirectory)
      try {
        return await addOpenApiUpload(context, request.caller, await receiveForm(request, directory))
      } finally {
        await removeWorkDirectory(directory)
      }
    }
    serve(scope, "uploadOpenApi", upload, limits)
  })
}

async function receiveForm(request: OperationRequest<"uploadOpenApi">, directory: string): Promise<OpenApiUpload> {
  if (!request.isMultipart())
    throw new RequestInvalid("validation_error", `${FILE_FIELD}: must be sent as multipart/form-data`)
  const fields: Record<string, unknown> = {}
  let file: Pick<OpenApiUpload, "path" | "fileName"> | undefined
  for await (const part of readFormParts(request)) {
    if (part.type === "field") {
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== FILE_FIELD || file !== undefined) {
      part.file.resume()
      throw new RequestInvalid(
        "validation_error",
        `${part.fieldname}: unexpected file. Send exactly one file, as ${FILE_FIELD}`,
      )
    }
    const fileName = part.filename || FILE_FIELD
    const tooLarge = () =>
      new RequestInvalid("validation_error", `${FILE_FIELD}: ${fileName} is larger than ${MAX_MEGABYTES} MB`)
    const path = await receiveFile(part.file, { directory, maxBytes: LIMITS.openApiUploadMaxBytes, tooLarge })
    file = { path, fileName }
  }
  if (file === undefined) throw new RequestInvalid("validation_error", `${FILE_FIELD}: is required`)
  const { libraryTitle, description, force } = parseRequest(OpenApiUploadFields, fields)
  return { ...file, libraryTitle, description, force: force === "true" }
}
