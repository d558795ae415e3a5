import { API_KEY_HEADERS, routeOf } from "@lectern/contract"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { anonymousCaller, type Caller } from "../access/identity/caller.ts"
import { readCredential } from "../access/identity/credentials.ts"
import { RateLimited } from "../access/errors.ts"
import { subjectName } from "../access/limits/rate-limits.ts"
import { asError, InvalidInput, ServiceError } from "../base/errors.ts"
import { rateLimitHeaders } from "../service/instance/rate-headers.ts"
import { allow, type ServiceContext } from "../service/service-context.ts"
import { readLibraryScope } from "./library-scope.ts"
import type { McpEndpoint } from "./mcp-endpoint.ts"
import { challengeOf, serveResourceMetadata } from "./protected-resource.ts"
import type { ToolUser } from "./service-source.ts"

/**
 * Tells who sent a request, from any of the credential headers.
 *
 * @throws {ServiceError} `invalid_api_key`: the key is not valid, or none was given although one is needed.
 */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>

const PING = routeOf("ping")

/** JSON-RPC code for errors of the server's own, as the protocol's own transports use it. */
const SERVER_ERROR = -32_000

/** What a browser client may send and read. */
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
 * @param authenticate tells callers apart; a key is needed when `LECTERN_API_KEY` is set.
 */
export async function registerMcp(
  app: FastifyInstance,
  context: ServiceContext,
  authenticate: Authenticate,
): Promise<void> {
  let protocol: Promise<Protocol> | undefined
  const useProtocol = () => (protocol ??= loadProtocol(context))
  // Before the sockets are waited for: open streams would hold them for ever.
  app.addHook("preClose", async () => (await protocol)?.endpoint.close())
  serveResourceMetadata(app, context.settings)
  app.get(PING.path, { config: { operation: PING } }, () => ({ status: "ok", message: "pong" }))
  await app.register((scope) => mountMcp(scope, { context, authenticate, useProtocol }))
}

/** What is loaded with the first request. */
interface Protocol {
  readonly endpoint: McpEndpoint
  readonly maxRequestBytes: number
  readonly originProblem: typeof import("./origin-rules.ts").originProblem
}

async function loadProtocol(context: ServiceContext): Promise<Protocol> {
  const [{ createMcpEndpoint, MAX_REQUEST_BYTES }, { originProblem }] = await Promise.all([
    import("./mcp-endpoint.ts"),
    import("./origin-rules.ts"),
  ])
  return { endpoint: createMcpEndpoint(context), maxRequestBytes: MAX_REQUEST_BYTES, originProblem }
}

interface Mount {
  readonly context: ServiceContext
  readonly authenticate: Authenticate
  /** Loads the protocol, or has it. */
  readonly useProtocol: () => Promise<Protocol>
}

async function mountMcp(scope: FastifyInstance, mount: Mount): Promise<void> {
  const { context, useProtocol } = mount
  // The protocol has its own errors for bad bodies, so the bytes go through untouched.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _body, done) => done(null))
  scope.addHook("onRequest", async (request, reply) => {
    const { originProblem } = await useProtocol()
    const problem = originProblem(context.settings, request.headers)
    if (problem !== undefined) {
      return refuse(reply, 403, problem)
    }
    allowPage(request, reply)
    // A browser asks without a key whether it may send one.
    return request.method === "OPTIONS" ? reply.code(204).send() : undefined
  })
  scope.all("/mcp", async (request, reply) => {
    const caller = await callerOf(request, mount)
    // Whoever tries keys is limited by where they are.
    const counted = caller instanceof ServiceError ? anonymousCaller : caller
    const limited = limitRate(context, { caller: counted, request, reply })
    if (limited !== undefined) return limited
    if (caller instanceof ServiceError) {
      return reply
        .code(401)
        .header("www-authenticate", challengeOf(context.settings, readCredential(request.headers) !== undefined))
        .send({ error: caller.code, message: caller.message })
    }
    const turn = await awaitTurn(context, { caller, request, reply })
    if (turn !== undefined) return turn
    const scope = scopeOf(request)
    if (scope instanceof InvalidInput) {
      return refuse(reply, 400, scope.message)
    }
    const user = { caller, scope, request: { headers: request.headers, ip: request.ip } }
    const signal = closeSignal(reply)
    const { endpoint, maxRequestBytes } = await useProtocol()
    try {
      const { method, url } = request
      const incoming = Object.assign(request.raw, { method, url })
      return await reply.send(await endpoint.answer(incoming, user, signal))
    } catch (thrown) {
      const error = asError(thrown)
      if (error.name === "RequestBodyTooLargeError") {
        return refuse(
          reply.header("connection", "close"),
          413,
          `the request body is larger than ${maxRequestBytes} bytes`,
        )
      }
      throw error
    }
  })
}

/** @returns the error instead of the caller when the key is not valid or missing where one is needed. */
async function callerOf(request: FastifyRequest, { context, authenticate }: Mount): Promise<Caller | ServiceError> {
  try {
    const caller = await authenticate(request)
    allow(context, caller, "search")
    return caller
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "invalid_api_key") {
      return thrown
    }
    throw thrown
  }
}

interface Received {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** @returns the answer to a request that is one too many; undefined when it may go on. */
function limitRate({ rates }: ServiceContext, { caller, request, reply }: Received): FastifyReply | undefined {
  try {
    const left = rates.take("mcp", { caller, address: request.ip })
    if (left !== undefined) reply.headers(rateLimitHeaders(left))
    return undefined
  } catch (thrown) {
    if (thrown instanceof RateLimited) return refuseMore(reply, thrown)
    throw thrown
  }
}

function refuseMore(reply: FastifyReply, { details, message }: RateLimited): FastifyReply {
  const { rateLimit, retryAfterSeconds } = details
  if (rateLimit !== undefined) reply.headers(rateLimitHeaders(rateLimit))
  return refuse(reply.header("retry-after", String(retryAfterSeconds)), 429, message)
}

/** @returns the answer to a request that nobody has room for; undefined when its turn has come. */
async function awaitTurn(
  { gates }: ServiceContext,
  { caller, request, reply }: Received,
): Promise<FastifyReply | undefined> {
  const who = subjectName({ caller, address: request.ip })
  // Streams that only listen take nobody's turn.
  if (who === undefined || request.method !== "POST") return undefined
  try {
    const place = gates.answers.enter(who)
    reply.raw.once("close", place.leave)
    if (place.turn !== undefined) await place.turn
    return reply.raw.closed ? reply.hijack() : undefined
  } catch (thrown) {
    if (thrown instanceof RateLimited) return refuseMore(reply, thrown)
    throw thrown
  }
}

/** @returns the error instead of the libraries when the address names them wrongly. */
function scopeOf(request: FastifyRequest): ToolUser["scope"] | InvalidInput {
  const [, search = ""] = request.url.split("?", 2)
  try {
    return readLibraryScope(search)
  } catch (thrown) {
    if (thrown instanceof InvalidInput) {
      return thrown
    }
    throw thrown
  }
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

/** Fires when the client goes away before its answer is complete. */
function closeSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) {
      controller.abort()
    }
  })
  return controller.signal
}
