import { BlockWriter } from "../../../document/block-writer.ts"
import type { Document } from "../../../document/document.ts"
import type { ApiFiles, Located, Opened } from "../description/api-files.ts"
import { addMarkdown, addTable, NO_LINES } from "../description/api-markdown.ts"
import { meaningOf, typeOf } from "../schemas/describe-schema.ts"
import { exampleOf } from "../samples/examples.ts"
import { cellOf, inlineJson, jsonOf, textOf } from "../description/json-value.ts"
import { parametersOf, UNTAGGED, type Operation } from "../description/list-operations.ts"
import { OPERATION_LANGUAGE } from "../description/operation-path.ts"
import { writeSamples } from "../samples/operation-samples.ts"
import { bodyKindOf } from "../samples/request-samples.ts"
import { schemaRows, type SchemaBounds } from "../schemas/schema-rows.ts"
import { credentialsOf, describeSecurity, securityOf } from "../description/security.ts"
import { serversOf } from "../description/servers.ts"

const REQUEST_BOUNDS: SchemaBounds = { maxDepth: 5, maxNamedDepth: 3, maxRows: 150 }
/** Depth of responses, less than of requests, because response schemas have their own pages. */
const RESPONSE_BOUNDS: SchemaBounds = { maxDepth: 3, maxNamedDepth: 2, maxRows: 40 }
const ERROR_BOUNDS: SchemaBounds = { maxDepth: 2, maxNamedDepth: 1, maxRows: 15 }
/** Maximum number of error bodies that are shown; an API usually has one. */
const MAX_ERROR_BODIES = 2

/** Writes the page of one operation: request, parameters, body, responses, samples. */
export function writeOperation(files: ApiFiles, operation: Operation): Document {
  const writer = new BlockWriter(1)
  const { opened, method, path, tag, summary } = operation
  const name = `${method} ${path}`
  const heading = (text: string) => writer.heading(1, `${name}: ${text}`, NO_LINES)
  writer.heading(1, name, NO_LINES, { anchor: operation.fragment, isEntry: true })
  writeIntroduction(files, operation, writer)
  const parameters = parametersOf(files, operation)
  if (parameters.length > 0) {
    heading("parameters")
    addTable(
      writer,
      [`Parameter of ${cellOf(name)}`, "In", "Type", "Required", "Meaning"],
      parameterRows(files, parameters),
    )
  }
  const body = files.open(files.member(opened, "requestBody"))
  if (files.members(body, "content").length > 0) {
    heading(operation.kind === "webhook" ? "payload" : "request body")
    writeRequestBody(files, writer, { body, name })
  }
  if (files.members(opened, "responses").length > 0) {
    heading("responses")
    writeResponses(files, writer, operation)
  }
  if (operation.kind === "operation") {
    heading("request samples")
    writeSamples(files, writer, { operation, parameters, body })
  }
  const title = summary ?? textOf(opened.value["operationId"]) ?? name
  return writer.finish(tag === UNTAGGED ? title : `${tag}: ${title}`, summary).document
}

function writeIntroduction(files: ApiFiles, operation: Operation, writer: BlockWriter): void {
  const { opened, pathItem, kind, method, path, summary } = operation
  const root = files.open(files.main)
  const security = securityOf(files, opened)
  const [server] = serversOf(files, [opened, pathItem, root], files.main.url)
  const lines =
    kind === "webhook" ? [`${method} to the address registered for ${path}`] : [`${method} ${server?.url ?? ""}${path}`]
  if (kind === "operation")
    lines.push(...credentialsOf(security).headers.map(([header, value]) => `${header}: ${value}`))
  const [mediaType] = files.members(files.open(files.member(opened, "requestBody")), "content").map(([type]) => type)
  if (mediaType !== undefined) lines.push(`Content-Type: ${mediaType}`)
  const id = textOf(opened.value["operationId"])
  if (summary !== undefined)
    writer.paragraph(`**${cellOf(summary)}**${id === undefined ? "" : ` (\`${id}\`)`}`, NO_LINES)
  writer.code(OPERATION_LANGUAGE, lines.join("\n"), NO_LINES)
  if (opened.value["deprecated"] === true)
    writer.paragraph("**Deprecated:** this operation should not be used any more.", NO_LINES)
  const description = textOf(opened.value["description"]) ?? textOf(pathItem.value["description"])
  if (description !== summary) addMarkdown(writer, description)
  const needed = kind === "operation" ? describeSecurity(security) : undefined
  if (needed !== undefined) writer.paragraph(needed, NO_LINES)
  const more = textOf(files.open(files.member(opened, "externalDocs")).value["url"])
  if (more !== undefined) writer.paragraph(`See also ${more}`, NO_LINES)
  const callbacks = files.members(opened, "callbacks").map(([callback, at]) => {
    const addresses = Object.keys(files.open(at).value).filter((address) => !address.startsWith("x-"))
    return `- callback \`${callback}\`: ${addresses.map((address) => `\`${address}\``).join(", ")}`
  })
  if (callbacks.length > 0) writer.paragraph(callbacks.join("\n"), NO_LINES)
}

function parameterRows(files: ApiFiles, parameters: readonly Opened[]): readonly (readonly string[])[] {
  return parameters.map((parameter) => {
    const { value } = parameter
    const [, content] = files.members(parameter, "content")[0] ?? []
    const schema = files.member(content === undefined ? parameter : files.open(content), "schema")
    const example = value["example"]
    const meaning = meaningOf(files.open(schema).value, textOf(value["description"]))
    const notes = [
      meaning,
      ...(example === undefined ? [] : [`Example: ${cellOf(inlineJson(example) ?? "")}.`]),
      ...(value["deprecated"] === true ? ["Deprecated."] : []),
    ]
    const isRequired = value["required"] === true || value["in"] === "path"
    const type = schema.value === undefined ? (textOf(value["type"]) ?? "any") : typeOf(files, schema)
    return [
      cellOf(String(value["name"])),
      cellOf(textOf(value["in"]) ?? "query"),
      type,
      isRequired ? "yes" : "no",
      notes.join(" ").trim(),
    ]
  })
}

function writeRequestBody(
  files: ApiFiles,
  writer: BlockWriter,
  { body, name }: { readonly body: Opened; readonly name: string },
): void {
  addMarkdown(writer, textOf(body.value["description"]))
  const isRequired = body.value["required"] === true ? "required" : "optional"
  const contents = files.members(body, "content")
  const [first] = contents
  if (first === undefined) return
  const types = contents.map(([mediaType]) => `\`${mediaType}\``).join(" or ")
  const [mediaType, at] = first
  const schema = files.member(files.open(at), "schema")
  writer.paragraph(`Body of \`${name}\`: ${types}, ${isRequired}, ${typeOf(files, schema)}.`, NO_LINES)
  // The header names the operation, so that tables of different operations are not near-duplicates.
  addTable(
    writer,
    [`Field of ${cellOf(name)}`, "Type", "Required", "Meaning"],
    schemaRows(files, schema, REQUEST_BOUNDS),
  )
  writeExample(files, writer, { at, mediaType, direction: "request" })
}

interface Shown {
  readonly at: Located
  readonly mediaType: string
  readonly direction: "request" | "response"
}

function writeExample(files: ApiFiles, writer: BlockWriter, { at, mediaType, direction }: Shown): void {
  const example = exampleOf(files, at, { direction })
  if (example === undefined) return
  if (typeof example === "string" && bodyKindOf(mediaType) !== "json")
    return writer.code(/xml/.test(mediaType) ? "xml" : "", example, NO_LINES)
  const text = jsonOf(example, 2)
  if (text !== undefined && text !== "{}" && text !== "[]") writer.code("json", text, NO_LINES)
}

function writeResponses(files: ApiFiles, writer: BlockWriter, { opened, method, path }: Operation): void {
  const responses = files.members(opened, "responses").map(([status, at]) => ({ status, response: files.open(at) }))
  const rows = responses.map(({ status, response }) => [
    cellOf(status),
    cellOf(textOf(response.value["description"]) ?? response.name ?? ""),
    bodyTypesOf(files, response),
  ])
  addTable(writer, [`Status of ${cellOf(`${method} ${path}`)}`, "Meaning", "Body"], rows)
  let errorBodies = 0
  for (const { status, response } of responses) {
    const [content] = files.members(response, "content")
    const isError = /^[45]|^default$/i.test(status)
    if (content === undefined || (isError && errorBodies++ >= MAX_ERROR_BODIES)) continue
    const [mediaType, at] = content
    const schema = files.member(files.open(at), "schema")
    writer.paragraph(`Body of status ${status}, \`${mediaType}\`: ${typeOf(files, schema)}`, NO_LINES)
    const bounds = isError ? ERROR_BOUNDS : RESPONSE_BOUNDS
    addTable(writer, ["Field", "Type", "Required", "Meaning"], schemaRows(files, schema, bounds))
    writeHeaders(files, writer, response)
    writeExample(files, writer, { at, mediaType, direction: "response" })
  }
}

function writeHeaders(files: ApiFiles, writer: BlockWriter, response: Opened): void {
  const rows = files.members(response, "headers").map(([name, at]) => {
    const header = files.open(at)
    return [cellOf(name), typeOf(files, files.member(header, "schema")), meaningOf(header.value)]
  })
  addTable(writer, ["Header", "Type", "Meaning"], rows)
}

function bodyTypesOf(files: ApiFiles, response: Opened): string {
  const types = files.members(response, "content").map(([mediaType, at]) => {
    const schema = files.member(files.open(at), "schema")
    return schema.value === undefined ? mediaType : `${typeOf(files, schema)} (${mediaType})`
  })
  return cellOf(types.slice(0, 3).join(", "))
}
