import { createReadStream } from "node:fs"
import { createHash } from "node:crypto"
import { stat } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import multipart from "@fastify/multipart"
import { type FolderContents, FolderUploadFields, LIMITS, UPLOAD_FILE_FIELDS } from "@lectern/contract"
import { addFolder, type FolderUpload, planFolderUpload } from "../../../service/libraries/add/add-folder.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import { openWorkDirectory, removeWorkDirectory } from "../../../sources/base/work-directory.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import { type FormPart, readFormParts } from "../../serving/form-parts.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { receiveFile } from "../../serving/receive-file.ts"
import { serve, type OperationHandler, type OperationRequest } from "../../serving/serve.ts"
import { parseRequest, RequestInvalid } from "../../serving/validate-request.ts"

const FILE_FIELD = UPLOAD_FILE_FIELDS.folderUpload

/**
 * Serves uploads of folders: the list of files to send, and the form with these files. A form takes effect only once it
 * has arrived completely; if the connection breaks, the files received so far are deleted.
 */
export async function registerFolderUpload(app: HttpApp, context: ServiceContext): Promise<void> {
  const handlerTimeout = transferTimeMs(context.settings)
  serve(app, "planFolderUpload", ({ caller, body }) => planFolderUpload(context, caller, body), {
    handlerTimeout,
    bodyLimit: LIMITS.folderUploadListMaxBytes,
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: Infinity,
        files: LIMITS.folderUploadMaxFiles,
        fields: 5,
        fieldSize: LIMITS.folderUploadListMaxBytes,
        parts: LIMITS.folderUploadMaxFiles + 5,
      },
    })
    // The handler rejects all other content types with a message that says what to send.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
    const upload: OperationHandler<"uploadFolder"> = async (request) => {
      const directory = await openWorkDirectory(context.workDirectory)
      try {
        return await addFolder(context, request.caller, await receive(request, directory))
      } finally {
        await removeWorkDirectory(directory)
      }
    }
    serve(scope, "uploadFolder", upload, { handlerTimeout, bodyLimit: Number.MAX_SAFE_INTEGER })
  })
}

async function receive(request: OperationRequest<"uploadFolder">, directory: string): Promise<FolderUpload> {
  if (!request.isMultipart()) throw refused(`invalid content type. Send the folder as multipart/form-data`)
  let contents: FolderContents | undefined
  let fileByHash: ReadonlyMap<string, FolderContents["files"][number]> = new Map()
  const localPathByHash = new Map<string, string>()
  for await (const part of readFormParts(request)) {
    if (part.type === "field") {
      if (part.valueTruncated) throw refused(`${part.fieldname}: the value is too long`)
      // The files that have arrived were checked against the first one.
      if (contents !== undefined) throw refused("contents: must be sent only once")
      contents = parseRequest(FolderUploadFields, { [part.fieldname]: part.value }).contents
      fileByHash = new Map(contents.files.map((file) => [file.hash, file]))
      continue
    }
    const hash = part.filename
    const wanted = fileByHash.get(hash)
    if (wanted === undefined || part.fieldname !== FILE_FIELD || localPathByHash.has(hash)) {
      part.file.resume()
      throw refused(`unexpected file ${hash}. Send contents first, then each missing file once as ${FILE_FIELD}`)
    }
    localPathByHash.set(hash, await receiveKnownFile(part, wanted, directory))
  }
  if (contents === undefined) throw refused("contents: is required")
  return { contents, localPathByHash }
}

type FilePart = Extract<FormPart, { readonly type: "file" }>

async function receiveKnownFile(
  part: FilePart,
  { path, hash, bytes }: FolderContents["files"][number],
  directory: string,
): Promise<string> {
  const differs = () =>
    refused(
      `${FILE_FIELD}: ${path} does not match its hash and size. It may have changed during the upload. Send it again`,
    )
  const localPath = await receiveFile(part.file, { directory, maxBytes: bytes, tooLarge: differs })
  const received = createHash("sha256")
  await pipeline(createReadStream(localPath), received)
  const { size } = await stat(localPath)
  if (received.digest("hex") !== hash || size !== bytes) throw differs()
  return localPath
}

function refused(message: string): RequestInvalid {
  return new RequestInvalid("validation_error", message)
}
