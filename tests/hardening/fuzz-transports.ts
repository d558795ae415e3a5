import { z } from "zod"
import { ErrorBody, ROUTES, type Route } from "@lectern/contract"
import { anyText, anyValue, type Schema, valueOf } from "./fuzz-values.ts"
import { mutate, type Random } from "./mutate.ts"
import { ADMIN_KEY, startTestProgram, type TestProgram } from "./product.ts"

/** A server that receives requests of any kind, and checks of its responses. */
export interface TransportFuzzer {
  /**
   * Sends a request, generated from its schemas, to a random route. @throws {Error} if the response has an invalid
   * format.
   */
  sendRequest(random: Random): Promise<void>
  /** Sends a protocol message. @throws {Error} if the response has an invalid format. */
  sendMessage(random: Random): Promise<void>
  close(): Promise<void>
}

/** The server is restarted after this many cases, because added libraries, jobs and accounts slow it down. */
const CASES_PER_PROGRAM = 3_000
/** Endless responses, and changes of the account that sends the requests. */
const LEFT_OUT: ReadonlySet<string> = new Set(["watchJob", "updateUser", "deleteUser", "revokeKey", "leaveTeamspace"])
/** Text that must never be part of a response: paths of this machine and locations in the source code. */
const LEAK = /node_modules\/|\/packages\/server\/|at \w+ \(file:|lectern-http-/
const INTERNAL_ERROR = -32_603
/**
 * The protocol's package reports malformed parameters of its own methods with the code for internal errors and a list
 * of them.
 */
const MALFORMED_PARAMETERS = /"message":"\[\\n {2}\{/

interface Sent {
  readonly status: number
  readonly text: string
  readonly contentType: string
}

/** Starts the server with the first case. */
export function createTransportFuzzer(): TransportFuzzer {
  let program: TestProgram | undefined
  let caseCount = 0
  let tools: readonly { readonly name: string; readonly inputSchema: Schema }[] = []
  const routes = ROUTES.filter(({ operationId }) => !LEFT_OUT.has(operationId)).map(schemasOf)

  async function ready(): Promise<TestProgram> {
    if (program === undefined || caseCount++ % CASES_PER_PROGRAM === 0) {
      await program?.remove()
      program = await startTestProgram()
      await importLibrary(program)
      tools = await listTools(program)
    }
    return program
  }

  return {
    async sendRequest(random) {
      const running = await ready()
      const route = random.pick(routes)
      const { options, shown } = requestOf(route, random)
      const answer = await send(running, options)
      assertAnswer(answer, shown)
    },
    async sendMessage(random) {
      const running = await ready()
      const payload = messageOf(tools, random)
      const answer = await send(running, { method: "POST", url: "/mcp", headers: mcpHeaders(random), payload })
      assertAnswer(answer, `POST /mcp ${payload.slice(0, 2_000)}`, isProtocolAnswer)
    },
    async close() {
      await program?.remove()
      program = undefined
    },
  }
}

interface RouteSchemas {
  readonly route: Route
  readonly params: Schema
  readonly query: Schema
  readonly body: Schema | undefined
}

function schemasOf(route: Route): RouteSchemas {
  const schema = (type: z.ZodType | undefined): Schema | undefined =>
    type === undefined ? undefined : (z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema)
  const nothing: Schema = { type: "object", properties: {} }
  return {
    route,
    params: schema(route.params) ?? nothing,
    query: schema(route.query) ?? nothing,
    body: schema(route.body ?? route.form),
  }
}

type InjectOptions = Exclude<Parameters<TestProgram["call"]>[0], string>

function requestOf({ route, params, query, body }: RouteSchemas, random: Random) {
  const path = random
    .pick([route.path, ...(route.aliases ?? [])])
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(params.properties?.[name] ?? {}, random))
  const values = valueOf(query, random)
  const search = new URLSearchParams(
    typeof values === "object" && values !== null
      ? Object.entries(values).map(([name, value]): [string, string] => [name, asText(value)])
      : [["q", asText(values)]],
  ).toString()
  const hasBody = body !== undefined && route.method !== "GET"
  const payload = hasBody ? bodyOf(body, random) : undefined
  const headers = {
    ...credentialOf(random),
    ...(hasBody ? { "content-type": random.below(20) === 0 ? oddType(random) : "application/json" } : {}),
  }
  const url = `${path}?${search}`
  const shown = `${route.method} ${url.slice(0, 1_000)} ${JSON.stringify(headers)} ${(payload ?? "").slice(0, 2_000)}`
  const options: InjectOptions = { method: route.method, url, headers, ...(hasBody ? { payload: payload ?? "" } : {}) }
  return { options, shown }
}

function segmentOf(schema: Schema, random: Random): string {
  const text = asText(valueOf(schema, random))
  // A sixth of the segments are sent unchanged, including broken percent-encodings and slashes.
  const isRaw = random.below(6) === 0 && /^[\x21-\x7e]+$/.test(text) && !/[?#]/.test(text)
  return isRaw ? text : encodeURIComponent(text.toWellFormed()) || "x"
}

function bodyOf(schema: Schema, random: Random): string {
  const text = JSON.stringify(valueOf(schema, random)) ?? "null"
  return random.below(8) === 0 ? mutate(text, text, random) : text
}

function asText(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed()
}

function credentialOf(random: Random): Record<string, string> {
  switch (random.below(8)) {
    case 0:
      return {}
    case 1:
      return { authorization: `Bearer ${encodeURI(anyText(random).toWellFormed()).slice(0, 500)}` }
    default:
      return { authorization: `Bearer ${ADMIN_KEY}` }
  }
}

function oddType(random: Random): string {
  return random.pick([
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/x",
    ";",
    "a",
  ])
}

const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "notifications/initialized",
  "notifications/cancelled",
  "rpc.discover",
  "__proto__",
] as const

function messageOf(tools: readonly { readonly name: string; readonly inputSchema: Schema }[], random: Random): string {
  const one = (): unknown => {
    const method = random.below(3) === 0 ? random.pick(METHODS) : "tools/call"
    const message: Record<string, unknown> = {
      jsonrpc: "2.0",
      id: 1 + random.below(5),
      method,
      params: paramsOf(method),
    }
    if (random.below(6) === 0) message[random.pick(["jsonrpc", "id", "method", "params", "result"])] = anyValue(random)
    if (random.below(12) === 0) delete message["id"]
    return message
  }
  const paramsOf = (method: string): unknown => {
    if (method === "initialize") {
      const version = random.pick(["2025-06-18", "2024-11-05", "1", ""])
      return { protocolVersion: version, capabilities: {}, clientInfo: { name: anyText(random), version: "1" } }
    }
    if (method !== "tools/call") return random.below(2) === 0 ? {} : anyValue(random)
    const tool = random.pick(tools)
    const name = random.below(10) === 0 ? anyText(random) : tool.name
    return { name, arguments: valueOf(tool.inputSchema, random) }
  }
  const whole = random.below(10) === 0 ? Array.from({ length: random.below(5) }, one) : one()
  const text = JSON.stringify(whole)
  return random.below(10) === 0 ? mutate(text, text, random) : text
}

function mcpHeaders(random: Random): Record<string, string> {
  const accept = random.below(15) === 0 ? random.pick(["*/*", "text/html", ""]) : "application/json, text/event-stream"
  const version = random.below(10) === 0 ? { "mcp-protocol-version": random.pick(["2025-06-18", "1", "x y"]) } : {}
  return { "content-type": "application/json", accept, ...version, ...credentialOf(random) }
}

async function send({ app }: TestProgram, options: InjectOptions): Promise<Sent> {
  const { statusCode, body, headers } = await app.inject(options)
  return { status: statusCode, text: body, contentType: String(headers["content-type"] ?? "") }
}

function assertAnswer(
  { status, text, contentType }: Sent,
  shown: string,
  isOther: (text: string) => boolean = () => false,
) {
  const fail = (what: string) => {
    throw new Error(`${what}\n  sent: ${shown}\n  answered: ${status} ${contentType} ${text.slice(0, 500)}`)
  }
  if (status === 500 || status === 502 || status < 200) fail("an internal error")
  if (status >= 400 && LEAK.test(text)) fail("an answer with a place in the program or on this machine")
  if (text.includes(`"code":${INTERNAL_ERROR}`) && !MALFORMED_PARAMETERS.test(text)) {
    fail("an internal error of the protocol")
  }
  if (status < 400 || isOther(text)) return
  if (!contentType.startsWith("application/json")) fail("an error that is no JSON")
  const parsed = ErrorBody.safeParse(parseJson(text))
  if (!parsed.success || parsed.data.message === "") fail("an error without a code and a message")
}

/** Returns true for the protocol's own error format, alone or in a list. */
function isProtocolAnswer(text: string): boolean {
  const parsed = parseJson(text)
  const all: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  return all.every(
    (one) => typeof one === "object" && one !== null && "jsonrpc" in one && ("error" in one || "result" in one),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON, which the caller evaluates.
    return undefined
  }
}

async function importLibrary({ call }: TestProgram): Promise<void> {
  const infoSnippets = [
    { id: "https://docs.example/a", content: "The otter swims in a river of bytes.", breadcrumb: "A" },
  ]
  await call({
    method: "POST",
    url: "/api/v2/import-libraries",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    payload: JSON.stringify({
      libraries: [{ project: "/otter/docs", title: "Otter", codeSnippets: [], infoSnippets }],
    }),
  })
}

async function listTools(program: TestProgram) {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }
  const payload = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })
  const { text } = await send(program, {
    method: "POST",
    url: "/mcp",
    headers: { ...headers, authorization: `Bearer ${ADMIN_KEY}` },
    payload,
  })
  const line =
    text
      .split("\n")
      .find((part) => part.startsWith("data:"))
      ?.slice("data:".length) ?? text
  const answer = JSON.parse(line) as { result: { tools: readonly { name: string; inputSchema: Schema }[] } }
  return answer.result.tools
}
