import { isObject, jsonOf, membersOf, textOf } from "../description/json-value.ts"

/** One HTTP request, to be written in several languages. */
export interface SampleRequest {
  readonly method: string
  /** With the values of its parameters filled in. */
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: SampleBody | undefined
  /** Type of the body of a successful response. */
  readonly answer: "json" | "text" | "nothing"
}

/** Body of a request and its encoding. */
export interface SampleBody {
  readonly mediaType: string
  readonly kind: "json" | "form" | "multipart" | "bytes"
  readonly value: unknown
  /** Names of the fields that are files. */
  readonly fileFields: readonly string[]
}

/** Returns how samples write a body of a media type. */
export function bodyKindOf(mediaType: string): SampleBody["kind"] {
  if (/[/+]json\b/i.test(mediaType) || mediaType === "*/*") return "json"
  if (/x-www-form-urlencoded/i.test(mediaType)) return "form"
  return /^multipart\//i.test(mediaType) ? "multipart" : "bytes"
}

const TYPESCRIPT_ANSWER = {
  json: ["const result = await response.json()"],
  text: ["const result = await response.text()"],
  nothing: [],
} as const
const PYTHON_ANSWER = { json: ["result = response.json()"], text: ["result = response.text"], nothing: [] } as const

/** Writes the request with curl. */
export function curlSample({ method, url, headers, body }: SampleRequest): string {
  const parts = [`curl${method === "GET" ? "" : ` -X ${method}`} ${shellQuoted(url)}`]
  for (const [name, value] of headers) parts.push(`-H ${shellQuoted(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(...curlBody(body))
  return parts.join(" \\\n  ")
}

function curlBody({ kind, mediaType, value, fileFields }: SampleBody): readonly string[] {
  const type = `-H ${shellQuoted(`Content-Type: ${mediaType}`)}`
  switch (kind) {
    case "json":
      return [type, `-d ${shellQuoted(jsonOf(value, 2) ?? "{}")}`]
    case "form":
      return fieldsOf(value).map(([name, text]) => `--data-urlencode ${shellQuoted(`${name}=${text}`)}`)
    case "multipart":
      return fieldsOf(value).map(
        ([name, text]) => `-F ${shellQuoted(`${name}=${fileFields.includes(name) ? "@FILE" : text}`)}`,
      )
    case "bytes":
      return [type, "--data-binary @FILE"]
  }
}

/** Writes the request with `fetch`. */
export function typescriptSample({ method, url, headers, body, answer }: SampleRequest): string {
  const isJsonLike = body?.kind === "json" || body?.kind === "bytes"
  const sent = [...headers, ...(isJsonLike ? [["Content-Type", body.mediaType] as const] : [])]
  const options = [
    ...(method === "GET" ? [] : [`  method: ${quoted(method)},`]),
    ...(sent.length === 0
      ? []
      : ["  headers: {", ...sent.map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`), "  },"]),
    ...(body === undefined ? [] : [`  body: ${typescriptBody(body)},`]),
  ]
  const call = options.length === 0 ? `fetch(${quoted(url)})` : `fetch(${quoted(url)}, {\n${options.join("\n")}\n})`
  const form = body?.kind === "multipart" ? [multipartTypescript(body), ""] : []
  return [
    ...form,
    `const response = await ${call}`,
    "if (!response.ok) throw new Error(await response.text())",
    ...TYPESCRIPT_ANSWER[answer],
  ].join("\n")
}

function typescriptBody({ kind, value }: SampleBody): string {
  if (kind === "json") return `JSON.stringify(${indented(jsonOf(value, 2) ?? "{}", "  ")})`
  if (kind === "form")
    return `new URLSearchParams(${indented(jsonOf(Object.fromEntries(fieldsOf(value)), 2) ?? "{}", "  ")})`
  return kind === "multipart" ? "form" : "file"
}

function multipartTypescript({ value, fileFields }: SampleBody): string {
  return [
    "const form = new FormData()",
    ...fieldsOf(value).map(
      ([name, text]) => `form.set(${quoted(name)}, ${fileFields.includes(name) ? "file" : quoted(text)})`,
    ),
  ].join("\n")
}

/** Writes the request with the package `requests`. */
export function pythonSample({ method, url, headers, body, answer }: SampleRequest): string {
  const lines = [`    ${quoted(url)},`]
  const sent = [...headers, ...(body?.kind === "bytes" ? [["Content-Type", body.mediaType] as const] : [])]
  if (sent.length > 0) {
    lines.push("    headers={", ...sent.map(([name, value]) => `        ${quoted(name)}: ${quoted(value)},`), "    },")
  }
  if (body !== undefined) lines.push(`    ${pythonBody(body)},`)
  const isKnown = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"].includes(method)
  const call = isKnown ? `requests.${method.toLowerCase()}(` : `requests.request(\n    ${quoted(method)},`
  return [
    "import requests",
    "",
    `response = ${call}`,
    ...lines,
    ")",
    "response.raise_for_status()",
    ...PYTHON_ANSWER[answer],
  ].join("\n")
}

function pythonBody({ kind, value, fileFields }: SampleBody): string {
  switch (kind) {
    case "json":
      return `json=${pythonValue(value, "    ")}`
    case "form":
      return `data=${pythonValue(Object.fromEntries(fieldsOf(value)), "    ")}`
    case "multipart":
      return pythonForm(value, fileFields)
    case "bytes":
      return 'data=open("FILE", "rb")'
  }
}

function pythonForm(value: unknown, fileFields: readonly string[]): string {
  const fields = fieldsOf(value).filter(([name]) => !fileFields.includes(name))
  const data = fields.length === 0 ? [] : [`data=${pythonValue(Object.fromEntries(fields), "    ")}`]
  const files = fileFields.map((name) => `${quoted(name)}: open("FILE", "rb")`)
  return [...data, ...(files.length === 0 ? [] : [`files={${files.join(", ")}}`])].join(",\n    ")
}

/** Maximum nesting that is written; examples are never deeper. */
const MAX_PYTHON_DEPTH = 20

function pythonValue(value: unknown, indent: string, depth = 0): string {
  if (value === null || value === undefined || depth > MAX_PYTHON_DEPTH) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  const inner = `${indent}    `
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]"
    return `[\n${value.map((entry) => `${inner}${pythonValue(entry, inner, depth + 1)},\n`).join("")}${indent}]`
  }
  if (!isObject(value)) return jsonOf(value) ?? "None"
  const entries = Object.entries(value)
  if (entries.length === 0) return "{}"
  return `{\n${entries.map(([name, entry]) => `${inner}${quoted(name)}: ${pythonValue(entry, inner, depth + 1)},\n`).join("")}${indent}}`
}

function fieldsOf(value: unknown): readonly (readonly [string, string])[] {
  return membersOf(value).map(([name, field]) => [name, textOf(field) ?? jsonOf(field) ?? ""])
}

function shellQuoted(text: string): string {
  return /['\n]/.test(text) || !text.includes('"') ? doubleOrSingle(text) : `'${text}'`
}

function doubleOrSingle(text: string): string {
  return text.includes('"') || text.includes("\n")
    ? `'${text.replaceAll("'", "'\\''")}'`
    : `"${text.replaceAll(/[$`\\]/g, "\\$&")}"`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`)
}
