import { ROUTES } from "@lectern/contract"
import { fastifyCookie } from "@fastify/cookie"
import helmet from "@fastify/helmet"
import { fastify, type FastifyReply, type FastifyRequest } from "fastify"
import { serializerCompiler, type ZodTypeProvider } from "fastify-type-provider-zod"
import { anonymousCaller } from "../access/identity/caller.ts"
import { readCredential } from "../access/identity/credentials.ts"
import { ROUTE_ACTIONS } from "../access/route-actions.ts"
import { asError, InternalFailure } from "../base/errors.ts"
import { isClosed, allow, type ServiceContext } from "../service/service-context.ts"
import { guardRoutes } from "./guard-routes.ts"
import { handlingTimeMs, limitHandlingTime, transferTimeMs } from "./handling-time.ts"
import type { HttpApp } from "./http-app.ts"
import { createTurns } from "./await-turn.ts"
import { createRateLimit } from "./limit-rates.ts"
import { watchRoutes } from "./method-rules.ts"
import { noteRefusals } from "./note-refusals.ts"
import { isOurFailure, problemOf, toProblem } from "./problems.ts"
import { answerOddRequests, answerParserError } from "./raw-errors.ts"
import { recogniseCaller } from "./recognise-caller.ts"
import { requestIdOf } from "./request-ids.ts"
import { registerAddConnectedRoutes } from "./routes/add-connected-routes.ts"
import { registerAddLlmsTxtRoute } from "./routes/add-llmstxt-route.ts"
import { registerAddOpenApiRoute } from "./routes/add-openapi-route.ts"
import { registerAdminRoutes } from "./routes/admin-routes.ts"
import { registerAddRoutes } from "./routes/add-routes.ts"
import { registerAddUploadRoutes } from "./routes/add-upload-routes.ts"
import { registerAddWebsiteRoute } from "./routes/add-website-route.ts"
import { registerCombinedSearchRoute } from "./routes/combined-search-route.ts"
import { registerConnectionRoutes } from "./routes/connection-routes.ts"
import { registerContextRoute } from "./routes/context-route.ts"
import { registerHookRoute } from "./routes/hook-route.ts"
import { registerImportRoute } from "./routes/import-route.ts"
import { registerJobRoutes } from "./routes/job-routes.ts"
import { registerKeyRoutes } from "./routes/key-routes.ts"
import { registerLibraryRoutes } from "./routes/library-routes.ts"
import { registerPageRoutes } from "./routes/page-routes.ts"
import { registerPrometheusRoute } from "./routes/prometheus-route.ts"
import { registerReadingRoutes } from "./routes/reading-routes.ts"
import { registerServiceRoutes } from "./routes/service-routes.ts"
import { registerSessionRoutes } from "./routes/session-routes.ts"
import { registerConsentRoutes } from "./routes/consent-routes.ts"
import { registerSsoRoutes } from "./routes/sso-routes.ts"
import { registerTeamspaceRoutes } from "./routes/teamspace-routes.ts"
import { registerWebhookRoutes } from "./routes/webhook-routes.ts"
import { sessionTokenOf } from "./session-cookie.ts"
import { dropForeignCountries, trustedProxies } from "./trusted-proxies.ts"
import { dropUnreadBodies } from "./unread-bodies.ts"
import { compileValidator } from "./validate-request.ts"

/** Largest JSON body; imports have a limit of their own. */
const MAX_BODY_BYTES = 2 ** 20

/** Longest path parameter: an identifier of 500 characters may be percent-encoded. */
const MAX_PARAMETER_CHARACTERS = 1_500

/** Paths under `/api` that never need a key and never look at one. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/api/ready"])

/** Paths that forges post to: what they are signed with is their key, and their other headers are none of ours. */
const HOOK_PATH = /^\/api\/v2\/hooks\/[^/]+$/

/** Paths of signing in, which is how people get what opens a closed instance, and the one that says that it is closed. */
const OPEN_EVEN_CLOSED: ReadonlySet<string> = new Set(
  ROUTES.filter(({ operationId }) => ["signIn", "readMcpStatus"].includes(ROUTE_ACTIONS[operationId][0])).map(
    ({ path }) => path,
  ),
)

/** Every page may ask; what is read then is what the key says, and a browser keeps no key for other sites. */
const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset",
}

/** Without `unsafe-inline`, and without the upgrade to https, which a server on plain http could not answer. */
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
 * Builds the HTTP application over the use cases.
 *
 * @param registerMore adds what other doors serve on the same origin, before paths are closed for other methods.
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
  const routes = watchRoutes(app)
  dropForeignCountries(app, context)
  addHooks(app, context)
  guardRoutes(app, context)
  noteRefusals(app, context)
  limitHandlingTime(app)
  dropUnreadBodies(app)
  registerPrometheusRoute(app, context)
  registerContextRoute(app, context)
  registerCombinedSearchRoute(app, context)
  registerLibraryRoutes(app, context)
  registerAddRoutes(app, context)
  registerAddWebsiteRoute(app, context)
  registerAddLlmsTxtRoute(app, context)
  registerAddConnectedRoutes(app, context)
  await registerAddOpenApiRoute(app, context)
  await registerAddUploadRoutes(app, context)
  registerJobRoutes(app, context)
  registerKeyRoutes(app, context)
  registerSessionRoutes(app, context)
  registerSsoRoutes(app, context)
  registerConsentRoutes(app, context)
  registerTeamspaceRoutes(app, context)
  registerAdminRoutes(app, context)
  registerReadingRoutes(app, context)
  registerConnectionRoutes(app, context)
  registerWebhookRoutes(app, context)
  await registerImportRoute(app, context)
  await registerHookRoute(app, context)
  registerServiceRoutes(app, context, routes)
  registerPageRoutes(app, context)
  await registerMore(app)
  routes.closeOtherMethods()
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
    return503OnClosing: false,
    http: { requireHostHeader: false },
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
    if (isOurFailure(error, problem)) {
      context.log.error(
        { err: asError(error), requestId: request.id, path: request.routeOptions.url },
        "request failed",
      )
    }
    return reply.code(problem.status).headers(problem.headers).send(problem.body)
  })
  app.setNotFoundHandler((request, reply) => {
    const problem = problemOf("not_found", `there is nothing at ${request.method} ${pathOf(request.url).slice(0, 200)}`)
    return reply.code(problem.status).send(problem.body)
  })
  return app
}

/** Stands for the compilers that come with the framework: they are large, loaded at every start, and never used here. */
function noCompiler(): never {
  throw new InternalFailure("schemas are compiled by those of the contract")
}

/** JSON is the one kind of body; an empty one is none at all, whatever its content type says. */
function readJsonOnly(app: HttpApp): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser("error", "error")
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined)
    else void parse(request, body.toString(), done)
  })
}

function addHooks(app: HttpApp, context: ServiceContext): void {
  const limitRate = createRateLimit(context)
  const awaitTurn = createTurns(context)
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id)
    request.caller = anonymousCaller
    const path = pathOf(request.url)
    if (path !== "/api" && !path.startsWith("/api/")) return
    reply.headers(OPEN_HEADERS)
    if (request.method === "OPTIONS" || OPEN_PATHS.has(path)) return
    if (request.method === "POST" && HOOK_PATH.test(path)) return
    request.hasCredential = readCredential(request.headers) !== undefined || sessionTokenOf(request) !== undefined
    try {
      request.caller = await recogniseCaller(context, request, { reply, path })
    } catch (error) {
      // Whoever tries keys is limited by where they are.
      limitRate(request, reply)
      throw error
    }
    limitRate(request, reply)
    // A closed instance tells nobody without a key what there is and what is not.
    if (isClosed(context) && !OPEN_EVEN_CLOSED.has(path)) allow(context, request.caller, "readDescription")
    if (!(await awaitTurn(request, reply))) reply.hijack()
  })
  app.addHook("onResponse", async (request, reply) => {
    const { method, id: requestId } = request
    const fields = {
      requestId,
      method,
      path: request.routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    }
    context.log.debug(fields, "request answered")
  })
}

function pathOf(url: string): string {
  const end = url.indexOf("?")
  return end < 0 ? url : url.slice(0, end)
}
