import { requestProblem, type ErrorCode } from "@lectern/contract"
import type { FastifySchemaCompiler } from "fastify"
import type { z } from "zod"
import { ServiceError } from "../../base/errors.ts"

/** Thrown if a request does not match the schema of its route; names every invalid field. */
export class RequestInvalid extends ServiceError {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Parses a value with a schema of the contract.
 *
 * @throws {RequestInvalid}
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const problem = requestProblem(parsed.error.issues)
  throw new RequestInvalid(problem.code, problem.message)
}

/** Makes the framework validate requests with the contract's schemas and messages. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (value: unknown) => {
    try {
      return { value: parseRequest(schema, value ?? undefined) }
    } catch (error) {
      if (error instanceof RequestInvalid) return { error }
      throw error
    }
  }
}
