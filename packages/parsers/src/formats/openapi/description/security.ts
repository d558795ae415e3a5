import type { ApiFiles, Opened } from "./api-files.ts"
import { cellOf, listOf, membersOf, objectOf, textOf, type JsonObject } from "./json-value.ts"

/** Maximum number of alternatives that are described; real descriptions have about five. */
const MAX_ALTERNATIVES = 50

/** One way to authenticate. */
export interface SecurityScheme {
  readonly name: string
  readonly value: JsonObject
  readonly scopes: readonly string[]
}

/** Headers and query parameters that authenticate a request. */
export interface Credentials {
  readonly headers: readonly (readonly [string, string])[]
  readonly query: readonly (readonly [string, string])[]
}

/**
 * Lists the alternatives that an operation accepts. Each is a list of schemes that are used together; an empty list
 * means that no authentication is required.
 */
export function securityOf(files: ApiFiles, operation: Opened): readonly (readonly SecurityScheme[])[] {
  const root = files.open(files.main)
  const components = files.open(files.member(root, "components"))
  const schemes = new Map(
    files.members(components, "securitySchemes").map(([name, at]) => [name, files.open(at).value]),
  )
  const own = operation.value["security"]
  const alternatives = listOf(Array.isArray(own) ? own : root.value["security"]).slice(0, MAX_ALTERNATIVES)
  return alternatives.map((alternative) =>
    membersOf(alternative).map(([name, scopes]) => ({
      name,
      value: schemes.get(name) ?? {},
      scopes: listOf(scopes).filter((scope): scope is string => typeof scope === "string"),
    })),
  )
}

/** Describes the authentication of an operation in one sentence; undefined if the description does not define it. */
export function describeSecurity(alternatives: readonly (readonly SecurityScheme[])[]): string | undefined {
  if (alternatives.length === 0) return undefined
  const ways = alternatives.map((schemes) =>
    schemes.length === 0 ? "nothing" : schemes.map((scheme) => describeScheme(scheme)).join(" together with "),
  )
  return `**Needs:** ${[...new Set(ways)].join("; or ")}.`
}

/** Names a scheme and the location of its credential. */
export function describeScheme({ name, value, scopes }: SecurityScheme): string {
  const needed = scopes.length === 0 ? "" : `, scopes ${scopes.map((scope) => `\`${scope}\``).join(", ")}`
  return `${locationOf(value)} (\`${name}\`)${needed}`
}

function locationOf(value: JsonObject): string {
  const type = textOf(value["type"])
  if (type === "apiKey") return `API key in ${textOf(value["in"]) ?? "header"} \`${textOf(value["name"]) ?? "key"}\``
  if (type === "http" && isBasic(value)) return "user and password (HTTP Basic) in header `Authorization`"
  if (type === "http") {
    const format = textOf(value["bearerFormat"])
    return `${textOf(value["scheme"]) ?? "bearer"} token${format === undefined ? "" : ` (${format})`} in header \`Authorization\``
  }
  if (type === "oauth2") return "OAuth 2 bearer token in header `Authorization`"
  if (type === "openIdConnect") return "OpenID Connect bearer token in header `Authorization`"
  return type === "mutualTLS" ? "client certificate (mutual TLS)" : "credential"
}

/** Rows with name, type and details for every flow of an OAuth scheme. */
export function flowRows(value: JsonObject): readonly (readonly string[])[] {
  return membersOf(value["flows"]).map(([flow, at]) => {
    const { authorizationUrl, tokenUrl, scopes } = objectOf(at)
    const urls = [textOf(authorizationUrl), textOf(tokenUrl)].filter((url) => url !== undefined)
    const names = membersOf(scopes).map(
      ([scope, text]) => `\`${scope}\`${textOf(text) === undefined ? "" : ` (${textOf(text)})`}`,
    )
    return [cellOf(flow), cellOf(urls.join(" , ")), cellOf(names.join(", "))]
  })
}

/** Returns what the first alternative with credentials adds to a request; the values are names of variables. */
export function credentialsOf(alternatives: readonly (readonly SecurityScheme[])[]): Credentials {
  const headers: [string, string][] = []
  const query: [string, string][] = []
  for (const { value } of alternatives.find((schemes) => schemes.length > 0) ?? []) {
    const type = textOf(value["type"])
    const name = textOf(value["name"]) ?? "key"
    if (type === "apiKey" && value["in"] === "query") query.push([name, "API_KEY"])
    else if (type === "apiKey" && value["in"] === "cookie") headers.push(["Cookie", `${name}=API_KEY`])
    else if (type === "apiKey") headers.push([name, "API_KEY"])
    else if (type === "http" && isBasic(value)) headers.push(["Authorization", "Basic BASE64_OF_USER_AND_PASSWORD"])
    else if (type !== "mutualTLS") headers.push(["Authorization", "Bearer TOKEN"])
  }
  return { headers, query }
}

function isBasic(value: JsonObject): boolean {
  return textOf(value["scheme"])?.toLowerCase() === "basic"
}
