import { findUnknownFields, requestProblem, type ErrorCode } from "@lectern/contract"
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

/** A schema of the contract whose unknown fields are refused at every depth, instead of ignored. */
export interface ExactSchema {
  readonly exact: z.ZodType
}

/**
 * Parses a value with a schema of the contract.
 *
 * @throws {RequestInvalid}
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parse(schema, value, false)
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, isExact: boolean): z.output<Schema> {
  const unknownFields = isExact ? findUnknownFields(schema, value) : []
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success && unknownFields.length === 0) return parsed.data
  const problem = requestProblem(parsed.error?.issues ?? [], unknownFields)
  throw new RequestInvalid(problem.code, problem.message)
}

/** Makes the framework validate requests with the contract's schemas and messages. */
export const compileValidator: FastifySchemaCompiler<z.ZodType | ExactSchema> = ({ schema }) => {
  const isExact = "exact" in schema
  const values = isExact ? schema.exact : schema
  return (value: unknown) => {
    try {
      return { value: parse(values, value ?? undefined, isExact) }
    } catch (error) {
      if (error instanceof RequestInvalid) return { error }
      throw error
    }
  }
}
