import { API_KEY_HEADERS, routeOf } from "@lectern/contract"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { authorize } from "../access/permissions/authorize.ts"
import type { Caller } from "../access/identity/caller.ts"
import { readCredential } from "../access/identity/credentials.ts"
import { RateLimited } from "../access/errors.ts"
import { asError, InvalidInput } from "../base/errors.ts"
import { createRateLimit } from "../http/hooks/limit-rates.ts"
import { createRequestQueue } from "../http/hooks/queue-requests.ts"
import { toProblem } from "../http/serving/problems.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { readLibraryScope } from "./library-scope.ts"
import type { McpEndpoint } from "./mcp-endpoint.ts"
import { challengeOf, explainMissingSignIn, serveResourceMetadata } from "./protected-resource.ts"
import { ClientNames } from "./client-names.ts"
import type { McpMessages } from "./read-messages.ts"
import { McpBodyTooLarge } from "./read-request.ts"
import type { ToolUser } from "./service-source.ts"

/**
 * Returns the sender of a request, from any of the credential headers.
 *
 * @throws {ServiceError} `invalid_api_key` if the key is invalid, or required and missing.
 */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>

const PING = routeOf("ping")

/** JSON-RPC code for server errors, as in the protocol's own transports. */
const SERVER_ERROR = -32_000

/** CORS headers for browser clients. */
const CORS_HEADERS = {
  "access-control-allow-methods": "GET, POST, DELETE, OPTIONS",
  "access-control-allow-headers": [
    "Content-Type, Accept, Authorization, Last-Event-ID",
    "Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name",
    ...API_KEY_HEADERS,
  ].join(", "),
  "access-control-expose-headers": [
    "Mcp-Session-Id, Mcp-Protocol-Version, X-Request-Id, WWW-Authenticate",
    "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
  ].join(", "),
  "access-control-max-age": "86400",
} as const

/**
 * Mounts `/mcp` (streamable HTTP without sessions, for clients of the 2025 and the 2026-07-28 protocol) and `/ping`.
 *
 * @param authenticate identifies callers; a key is required if `LECTERN_API_KEY` is set.
 */
export async function registerMcp(
  app: FastifyInstance,
  context: ServiceContext,
  authenticate: Authenticate,
): Promise<void> {
  let protocol: Promise<Protocol> | undefined
  const useProtocol = () => (protocol ??= loadProtocol(context))
  // Closed before the server waits for its sockets, because open streams would never end.
  app.addHook("preClose", async () => (await protocol)?.endpoint.close())
  serveResourceMetadata(app, context.settings)
  explainMissingSignIn(app, context.settings)
  app.get(PING.path, { config: { operation: PING } }, () => ({ status: "ok", message: "pong" }))
  await app.register((scope) => mountMcp(scope, { context, authenticate, useProtocol }))
}

/** The modules that are loaded with the first request. */
interface Protocol {
  readonly endpoint: McpEndpoint
  readonly originProblem: typeof import("./origin-rules.ts").originProblem
}

async function loadProtocol(context: ServiceContext): Promise<Protocol> {
  const [{ createMcpEndpoint }, { originProblem }] = await Promise.all([
    import("./mcp-endpoint.ts"),
    import("./origin-rules.ts"),
  ])
  return { endpoint: createMcpEndpoint(context), originProblem }
}

interface Mount {
  readonly context: ServiceContext
  readonly authenticate: Authenticate
  /** Loads the protocol on first use. */
  readonly useProtocol: () => Promise<Protocol>
}

async function mountMcp(scope: FastifyInstance, mount: Mount): Promise<void> {
  const { useProtocol } = mount
  const admit = createAdmission(mount.context)
  const awaitTurn = createRequestQueue(mount.context)
  // The protocol has its own errors for invalid bodies, so the bytes are passed on unchanged.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _body, done) => done(null))
  addMcpHooks(scope, mount)
  scope.setErrorHandler((thrown, request, reply) => answerError(asError(thrown), { request, reply, mount }))
  scope.all("/mcp", async (request, reply) => {
    const [, search = ""] = request.url.split("?", 2)
    const scope = readLibraryScope(search)
    const { endpoint } = await useProtocol()
    const { method, url } = request
    const incoming = Object.assign(request.raw, { method, url })
    const answer = await endpoint.answer(
      incoming,
      async (messages) => {
        // Not earlier: a client that sends its body slowly would hold a slot that others wait for.
        if (method === "POST" && !(await awaitTurn(request, reply, "answer"))) return undefined
        return { ...admit(request, reply, messages), scope }
      },
      closeSignal(reply),
    )
    return answer === undefined ? reply.hijack() : sendAnswer(reply, answer)
  })
}

/** Sends JSON as text, because a stream costs more than it saves for one chunk; streams of events are passed on. */
async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false
  if (isStream) return reply.send(answer)
  reply.code(answer.status)
  for (const [name, value] of answer.headers) reply.header(name, value)
  return answer.body === null ? reply.send() : reply.send(await answer.text())
}

type Admit = (request: FastifyRequest, reply: FastifyReply, messages: McpMessages) => Omit<ToolUser, "scope">

/**
 * Creates the function that counts a request's calls. Over the limit, the tools respond with the reason, and the
 * headers contain the retry time.
 */
function createAdmission(context: ServiceContext): Admit {
  const limitRate = createRateLimit(context, "mcp")
  const clientNames = new ClientNames()
  return (request, reply, { callCount, clientName }) => {
    if (clientName !== undefined) clientNames.remember(request, clientName)
    const { caller, headers, ip } = request
    const user = { caller, request: { headers, ip }, clientName: clientNames.nameOf(request) }
    try {
      for (let count = 0; count < callCount; count++) limitRate(request, reply)
      return user
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error
      reply.headers(toProblem(error).headers)
      return { ...user, limited: error }
    }
  }
}

/** Checks every request in the same way as the hooks of the API: authentication, then permission. */
function addMcpHooks(scope: FastifyInstance, { context, authenticate, useProtocol }: Mount): void {
  const limitRate = createRateLimit(context, "mcp")
  scope.addHook("onRequest", async (request, reply) => {
    const { originProblem } = await useProtocol()
    const problem = originProblem(context.settings, request.headers)
    if (problem !== undefined) return refuse(reply, 403, problem)
    allowPage(request, reply)
    // Browsers send CORS preflight requests without a key.
    return request.method === "OPTIONS" ? reply.code(204).send() : undefined
  })
  scope.addHook("onRequest", async (request, reply) => {
    request.hasCredential = readCredential(request.headers) !== undefined
    try {
      request.caller = await authenticate(request)
      authorize(context, request.caller, "search")
    } catch (error) {
      // Requests with an invalid key count towards the limit of their address, which prevents guessing keys.
      limitRate(request, reply)
      throw error
    }
  })
}

interface Failed {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly mount: Mount
}

/** Formats an error as clients of the protocol expect it; all other errors are formatted like those of the API. */
function answerError(error: Error, { request, reply, mount }: Failed): FastifyReply {
  if (error instanceof McpBodyTooLarge) return refuse(reply.header("connection", "close"), 413, error.message)
  const { status, headers, body } = toProblem(error)
  if (status === 401) {
    const challenge = challengeOf(mount.context.settings, request.hasCredential)
    return reply.code(status).header("www-authenticate", challenge).send(body)
  }
  if (error instanceof RateLimited || error instanceof InvalidInput) {
    return refuse(reply.headers(headers), status, body.message)
  }
  throw error
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ jsonrpc: "2.0", error: { code: SERVER_ERROR, message }, id: null })
}

function allowPage(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  reply.header("vary", "Origin")
  if (origin !== undefined) {
    reply.headers({ "access-control-allow-origin": origin, ...CORS_HEADERS })
  }
}

/** Aborts when the client disconnects before its response is complete. */
function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) {
      controller.abort()
    }
  })
  return controller.signal
}
