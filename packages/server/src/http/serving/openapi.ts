import {
  ErrorBody,
  LibraryRedirectedBody,
  pathsOf,
  ROUTE_TAGS,
  ROUTES,
  type Route,
  UPLOAD_FILE_FIELDS,
} from "@lectern/contract"
import { z } from "zod"
import { audienceOf, type Audience } from "../../access/permissions/permissions.ts"

/** A JSON object, typed loosely because the document is only serialised. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The parts of the OpenAPI document that its page uses. */
export interface ApiDescription {
  readonly openapi: string
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: JsonObject
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonObject>>
    readonly responses: JsonObject
    readonly securitySchemes: JsonObject
  }
  readonly security: readonly JsonObject[]
}

export interface ApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonObject }>> }
  readonly responses: Readonly<Record<string, JsonObject>>
  readonly security?: readonly JsonObject[]
}

export interface ApiParameter {
  readonly name: string
  readonly in: "query" | "path"
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonObject
}

/** Version of the public API, which is independent of Lectern's version. */
const API_VERSION = "2.0.0"

const WHO: Readonly<Record<Audience, string>> = {
  everyone: "No key is ever needed.",
  reader: "No key is needed unless LECTERN_API_KEY closes the instance.",
  keyHolder: "Any valid key.",
  submitter: "A key of a member or an admin.",
  jobOwner: "The key of the person who started the job, or of an admin.",
  signed: "A signature made with the hook secret, instead of a key.",
  admin: "A key of an admin.",
}

/** Creates the OpenAPI 3.1 document from the schemas that validate requests. */
export function describeApi(programVersion: string): ApiDescription {
  const schemas: Record<string, JsonObject> = {}
  const paths: Record<string, Record<string, ApiOperation>> = {}
  const error = schemaOf(ErrorBody, schemas)
  for (const route of ROUTES) {
    for (const [at, path] of pathsOf(route).entries()) {
      const operationId = at === 0 ? route.operationId : `${route.operationId}Alias${at === 1 ? "" : at}`
      const operation = describeOperation(route, { operationId, schemas, error })
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Lectern",
      version: API_VERSION,
      description: `Searchable documentation for people and coding agents. Served by Lectern ${programVersion}.`,
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "the server that this document was requested from" }],
    tags: [...new Set(ROUTE_TAGS.values())].map((name) => ({
      name,
      description: `operations on ${name.toLowerCase()}`,
    })),
    paths,
    components: {
      schemas,
      responses: errorResponses(error),
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
    },
    security: [{ apiKey: [] }, {}],
  }
}

interface Surroundings {
  readonly operationId: string
  readonly schemas: Record<string, JsonObject>
  readonly error: JsonObject
}

function describeOperation(route: Route, { operationId, schemas, error }: Surroundings): ApiOperation {
  const parameters = [...parametersOf(route.params, "path", schemas), ...parametersOf(route.query, "query", schemas)]
  const audience = audienceOf(route)
  return {
    operationId,
    summary: route.summary,
    description: WHO[audience],
    tags: [ROUTE_TAGS.get(route.operationId) ?? ""],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route, route.body, schemas) }),
    ...(route.form === undefined ? {} : { requestBody: formOf(route, route.form, schemas) }),
    responses: { ...responsesOf(route, schemas, error), ...refusalsOf(route, audience) },
    security: securityOf(audience),
  }
}

function securityOf(audience: Audience): readonly JsonObject[] {
  if (audience === "everyone" || audience === "signed") return [{}]
  return audience === "reader" ? [{}, { apiKey: [] }] : [{ apiKey: [] }]
}

function bodyOf(route: Route, body: z.ZodType, schemas: Record<string, JsonObject>) {
  const content: Record<string, { schema: JsonObject }> = { "application/json": { schema: schemaOf(body, schemas) } }
  if (route.operationId === "importLibraries") {
    const bundleFile = { type: "string", contentMediaType: "application/zip" }
    const force = { type: "string", enum: ["true", "false"] }
    const properties = { bundleFile, force }
    content["multipart/form-data"] = { schema: { type: "object", required: ["bundleFile"], properties } }
  }
  return { required: true, content }
}

/** File fields of forms; `form` describes the text fields. */
const UPLOADED: Readonly<Record<string, JsonObject>> = {
  uploadFiles: { [UPLOAD_FILE_FIELDS.fileUpload]: { type: "array", items: { type: "string", format: "binary" } } },
  uploadOpenApi: { [UPLOAD_FILE_FIELDS.openApiUpload]: { type: "string", format: "binary" } },
  uploadPdf: { [UPLOAD_FILE_FIELDS.pdfUpload]: { type: "string", contentMediaType: "application/pdf" } },
}

function formOf(route: Route, form: z.ZodType, schemas: Record<string, JsonObject>) {
  const files = UPLOADED[route.operationId] ?? {}
  const { properties } = schemaOf(form, schemas)
  const fields = isObject(properties) ? properties : {}
  const schema = { type: "object", required: Object.keys(files), properties: { ...files, ...fields } }
  return { required: true, content: { "multipart/form-data": { schema } } }
}

const TEXT = { type: "string" } as const
/** Schemas of bodies that are not text. */
const OTHER_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  "application/json": { type: "object" },
  "application/zip": { type: "string", format: "binary" },
}

/** Errors that several operations have in common. */
const REFUSALS = {
  400: { name: "BadRequest", description: "the request is malformed, or a value is out of range" },
  401: { name: "InvalidKey", description: "the API key is missing or invalid" },
  403: { name: "Forbidden", description: "the role, the plan or a policy does not allow the request" },
  404: { name: "NotFound", description: "it does not exist, or the caller cannot see it" },
  429: { name: "TooManyRequests", description: "a limit is exceeded; Retry-After says when to try again" },
} as const

function errorResponses(error: JsonObject): JsonObject {
  const content = { "application/json": { schema: error } }
  return Object.fromEntries(Object.values(REFUSALS).map(({ name, description }) => [name, { description, content }]))
}

function refusalsOf(route: Route, audience: Audience): Record<string, JsonObject> {
  const isNamed = route.params !== undefined || route.query !== undefined || route.body !== undefined
  const applies = { 400: true, 401: audience !== "everyone", 403: audience !== "everyone", 404: isNamed, 429: isNamed }
  const shared = Object.entries(REFUSALS).filter(([status]) => applies[Number(status) as keyof typeof REFUSALS])
  return Object.fromEntries(shared.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]))
}

function responsesOf(route: Route, schemas: Record<string, JsonObject>, error: JsonObject) {
  const content: Record<string, JsonObject> = {}
  if (route.response !== undefined) content["application/json"] = { schema: schemaOf(route.response, schemas) }
  const { otherContentType } = route
  if (otherContentType !== undefined) content[otherContentType] ??= { schema: OTHER_SCHEMAS[otherContentType] ?? TEXT }
  const responses: Record<string, JsonObject> = {
    [route.status]: { description: "success", content },
    default: { description: "an error", content: { "application/json": { schema: error } } },
  }
  if (route.operationId === "getContext") {
    const moved = schemaOf(LibraryRedirectedBody, schemas)
    responses["202"] = {
      description: "the library is being processed",
      content: { "application/json": { schema: error } },
    }
    responses["301"] = { description: "the library has moved", content: { "application/json": { schema: moved } } }
  }
  return responses
}

function parametersOf(
  group: z.ZodType | undefined,
  place: ApiParameter["in"],
  schemas: Record<string, JsonObject>,
): ApiParameter[] {
  if (group === undefined) return []
  const { properties, required } = schemaOf(group, schemas)
  const requiredNames = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([name, given]) => {
    const { description, ...schema } = isObject(given) ? given : {}
    return {
      name,
      in: place,
      required: place === "path" || requiredNames.includes(name),
      ...(typeof description === "string" ? { description } : {}),
      schema,
    }
  })
}

/** Converts a schema to JSON Schema. Named schemas become components and are referenced. */
function schemaOf(schema: z.ZodType, schemas: Record<string, JsonObject>): JsonObject {
  const { $schema: _dialect, $defs, ...own } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] ??= pointToComponents(definition)
  const name = z.globalRegistry.get(schema)?.id
  if (typeof name !== "string") return pointToComponents(own)
  schemas[name] ??= pointToComponents(own)
  return { $ref: `#/components/schemas/${name}` }
}

function pointToComponents(definition: object): JsonObject {
  const text = JSON.stringify(definition, (key, value: unknown) =>
    key === "id" && typeof value === "string" ? undefined : value,
  )
  // Serialised above, so it is an object.
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonObject
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
