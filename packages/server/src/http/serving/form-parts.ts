import type { FastifyRequest } from "fastify"
import { asError, ServiceError } from "../../base/errors.ts"
import { RequestInvalid } from "./validate-request.ts"

const BOUNDARY = /;\s*boundary=(?:"[^"]{1,200}"|[^\s";]{1,200})/i

/** One part of a form: a field or a file. */
export type FormPart = Awaited<ReturnType<ReturnType<FastifyRequest["parts"]>["next"]>>["value"]

/**
 * Reads the parts of a multipart body one after another.
 *
 * @throws {RequestInvalid} if the body has no boundary, is truncated or is malformed.
 */
export async function* readFormParts(request: FastifyRequest): AsyncGenerator<FormPart, void, undefined> {
  if (!BOUNDARY.test(request.headers["content-type"] ?? "")) {
    throw new RequestInvalid("validation_error", "invalid content type: multipart/form-data requires a boundary")
  }
  try {
    for await (const part of request.parts()) yield part
  } catch (thrown) {
    const error = asError(thrown)
    const isOfFramework = "statusCode" in error && typeof error.statusCode === "number"
    if (error instanceof ServiceError || isOfFramework) throw error
    throw new RequestInvalid("validation_error", `invalid form: ${error.message}`)
  }
}
