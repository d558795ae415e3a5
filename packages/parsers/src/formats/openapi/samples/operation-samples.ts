import type { BlockWriter } from "../../../document/block-writer.ts"
import type { ApiFiles, Located, Opened } from "../description/api-files.ts"
import { NO_LINES } from "../description/api-markdown.ts"
import { isBinary } from "../schemas/describe-schema.ts"
import { exampleOfSchema, givenExample } from "./examples.ts"
import { jsonOf, textOf } from "../description/json-value.ts"
import type { Operation } from "../description/list-operations.ts"
import {
  bodyKindOf,
  curlSample,
  pythonSample,
  typescriptSample,
  type SampleBody,
  type SampleRequest,
} from "./request-samples.ts"
import { credentialsOf, securityOf } from "../description/security.ts"
import { serversOf } from "../description/servers.ts"

/** Longer examples are not repeated in samples. */
const MAX_BODY_CHARACTERS = 700

/** An operation with the input of its samples. */
export interface SampledOperation {
  readonly operation: Operation
  readonly parameters: readonly Opened[]
  readonly body: Opened
}

/** Writes complete requests for a shell, TypeScript and Python. */
export function writeSamples(files: ApiFiles, writer: BlockWriter, sampled: SampledOperation): void {
  const request = requestOf(files, sampled)
  writer.code("bash", curlSample(request), NO_LINES, "curl")
  writer.code("typescript", typescriptSample(request), NO_LINES, "TypeScript")
  writer.code("python", pythonSample(request), NO_LINES, "Python")
}

function requestOf(files: ApiFiles, { operation, parameters, body }: SampledOperation): SampleRequest {
  const { opened, pathItem, method } = operation
  const [server] = serversOf(files, [opened, pathItem, files.open(files.main)], files.main.url)
  const credentials = credentialsOf(securityOf(files, opened))
  const headers: (readonly [string, string])[] = [...credentials.headers]
  const query: (readonly [string, string])[] = []
  let path = operation.path
  for (const parameter of parameters) {
    const name = String(parameter.value["name"])
    const value = sampleValue(files, parameter) ?? placeholderOf(name)
    if (parameter.value["in"] === "path") path = path.replaceAll(`{${name}}`, encodeURIComponent(value))
    else if (parameter.value["required"] !== true) continue
    else if (parameter.value["in"] === "query") query.push([name, value])
    else if (parameter.value["in"] === "header") headers.push([name, value])
  }
  path = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => placeholderOf(name))
  const search = new URLSearchParams(
    [...query, ...credentials.query].map(([name, value]): [string, string] => [name, value]),
  ).toString()
  const sent = bodyOf(files, body)
  return {
    method,
    url: `${server?.url ?? ""}${path}${search === "" ? "" : `?${search}`}`,
    headers,
    body: sent,
    answer: answerOf(files, opened),
  }
}

function bodyOf(files: ApiFiles, body: Opened): SampleBody | undefined {
  const contents = files.members(body, "content")
  const [first] = contents
  if (first === undefined) return undefined
  const [mediaType, at] = contents.find(([type]) => bodyKindOf(type) === "json") ?? first
  const value = sampleBody(files, at)
  const schema = files.open(files.member(files.open(at), "schema"))
  const fileFields = files
    .members(schema, "properties")
    .flatMap(([name, field]) => (isBinary(files.open(field).value) ? [name] : []))
  return { mediaType, kind: bodyKindOf(mediaType), value: value ?? {}, fileFields }
}

/** Returns the example in the description, or else only required fields: invented values for optional ones would mislead. */
function sampleBody(files: ApiFiles, at: Located): unknown {
  const given = givenExample(files, at)
  if (given !== undefined && (jsonOf(given, 2) ?? "").length <= MAX_BODY_CHARACTERS) return given
  const schema = files.member(files.open(at), "schema")
  const minimal = exampleOfSchema(files, schema, { direction: "request", isMinimal: true })
  return minimal === undefined || jsonOf(minimal) === "{}"
    ? exampleOfSchema(files, schema, { direction: "request" })
    : minimal
}

/** Uses the first response that is not an error. */
function answerOf(files: ApiFiles, operation: Opened): SampleRequest["answer"] {
  const good = files.members(operation, "responses").find(([status]) => /^[23]|^default$/i.test(status))
  const types = good === undefined ? [] : files.members(files.open(good[1]), "content").map(([type]) => type)
  if (types.length === 0) return "nothing"
  return types.some((type) => bodyKindOf(type) === "json") ? "json" : "text"
}

/** Uses only values from the description; an invented value would look meaningful. */
function sampleValue(files: ApiFiles, parameter: Opened): string | undefined {
  const schema = files.open(files.member(parameter, "schema")).value
  const [named] = files.members(parameter, "examples")
  const given = [
    parameter.value["example"],
    named === undefined ? undefined : files.open(named[1]).value["value"],
    schema["example"],
    Array.isArray(schema["examples"]) ? (schema["examples"] as unknown[])[0] : undefined,
    schema["default"],
    Array.isArray(schema["enum"]) ? (schema["enum"] as unknown[])[0] : undefined,
  ]
  return given.map((value) => textOf(value)).find((value) => value !== undefined && value.length <= 200)
}

function placeholderOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1_$2").replaceAll(/[^\p{L}\p{N}]+/gu, "_")
  return words.toUpperCase().replaceAll(/^_+|_+$/g, "") || "VALUE"
}
