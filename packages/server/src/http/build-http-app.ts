import { fastifyCookie } from "@fastify/cookie"
import helmet from "@fastify/helmet"
import { fastify, type FastifyReply, type FastifyRequest } from "fastify"
import { serializerCompiler, type ZodTypeProvider } from "fastify-type-provider-zod"
import { asError, InternalFailure } from "../base/errors.ts"
import type { ServiceContext } from "../service/service-context.ts"
import { handlingTimeMs, limitHandlingTime, transferTimeMs } from "./hooks/handling-time.ts"
import type { HttpApp } from "./serving/http-app.ts"
import { recordMethods } from "./allowed-methods.ts"
import { auditRefusals } from "./hooks/audit-refusals.ts"
import { isOurFailure, toProblem } from "./serving/problems.ts"
import { answerOddRequests, answerParserError, MAX_HEADER_BYTES } from "./raw-errors.ts"
import { requestIdOf } from "./request-ids.ts"
import { registerRoutes } from "./routes/register-routes.ts"
import { registerPageRoutes } from "./pages/page-routes.ts"
import { addApiHooks } from "./hooks/api-hooks.ts"
import { dropForeignCountries, trustedProxies } from "./hooks/trusted-proxies.ts"
import { traceRequests } from "./hooks/trace-requests.ts"
import { takeTurns } from "./hooks/take-turns.ts"
import { dropUnreadBodies } from "./hooks/close-unread-requests.ts"
import { withSingleSlashes } from "./serving/request-path.ts"
import { compileValidator } from "./serving/validate-request.ts"

/** Maximum size of a JSON body; imports have their own limit. */
const MAX_BODY_BYTES = 2 ** 20

/** Maximum length of a path parameter: an id of 500 characters may be percent-encoded. */
const MAX_PARAMETER_CHARACTERS = 1_500

/** Omits `unsafe-inline`, and the upgrade to https, which a server on plain http does not support. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
}

/**
 * Builds the HTTP application for the use cases.
 *
 * @param registerMore adds further routes of the same origin, before all other methods of their paths are rejected.
 */
export async function buildHttpApp(
  context: ServiceContext,
  registerMore: (app: HttpApp) => Promise<void>,
): Promise<HttpApp> {
  const app = createApp(context)
  await app.register(fastifyCookie)
  app.decorateRequest("caller")
  app.decorateRequest("hasCredential", false)
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
  })
  const closeOtherMethods = recordMethods(app)
  traceRequests(app, context)
  takeTurns(app, context)
  dropForeignCountries(app, context)
  addApiHooks(app, context)
  logResponses(app, context)
  auditRefusals(app, context)
  limitHandlingTime(app)
  dropUnreadBodies(app)
  await registerRoutes(app, context)
  await registerPageRoutes(app, context)
  await registerMore(app)
  closeOtherMethods()
  answerOddRequests(app)
  return app
}

function createApp(context: ServiceContext): HttpApp {
  const app = fastify({
    logger: false,
    ...trustedProxies(context),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: transferTimeMs(context.settings),
    handlerTimeout: handlingTimeMs(context.settings),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = "/" }) => withSingleSlashes(url),
    return503OnClosing: false,
    http: { requireHostHeader: false, maxHeaderSize: MAX_HEADER_BYTES },
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    clientErrorHandler: answerParserError,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request: FastifyRequest, reply: FastifyReply) => {
      const problem = toProblem(error)
      void reply
        .code(problem.status)
        .headers({ ...problem.headers, "x-request-id": request.id })
        .send(problem.body)
    },
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(serializerCompiler)
  readJsonOnly(app)
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    if (isOurFailure(error, problem) && !hasDisconnected(request)) {
      context.log.error(
        { err: asError(error), requestId: request.id, traceId: request.traceId, path: request.routeOptions.url },
        "request failed",
      )
    }
    return reply.code(problem.status).headers(problem.headers).send(problem.body)
  })
  return app
}

/** Returns true if the client disconnected while it sent its body, which is not an error of the server. */
function hasDisconnected({ raw }: FastifyRequest): boolean {
  return raw.destroyed && raw.complete === false
}

/** Replaces the framework's default compilers, which are large, loaded at every start, and never used here. */
function noCompiler(): never {
  throw new InternalFailure("cannot compile a schema: routes must use the schemas of the contract")
}

/** Accepts only JSON bodies; an empty body counts as none, regardless of its content type. */
function readJsonOnly(app: HttpApp): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}

/**
 * Logs every response, and slow ones as warnings. Logs the route instead of the path, because a path can contain a
 * question.
 */
function logResponses(app: HttpApp, { log, settings }: ServiceContext): void {
  const { LECTERN_SLOW_REQUEST_MS: slowMs } = settings
  app.addHook("onResponse", async (request, reply) => {
    const { method, id: requestId, traceId } = request
    const path = request.routeOptions.url
    const { statusCode: status, elapsedTime: ms } = reply
    log.debug({ requestId, traceId, method, path, status, ms }, "request completed")
    // A stream stays open as long as its client wants.
    const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream")
    if (slowMs === 0 || ms < slowMs || isStream) return
    log.warn({ requestId, traceId, method, path: path ?? "none", status, ms: Math.round(ms) }, "slow request")
  })
}
