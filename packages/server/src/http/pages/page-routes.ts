import type { FastifyReply, FastifyRequest } from "fastify"
import { listLibraries } from "../../service/libraries/list-libraries.ts"
import { SAMPLE_LIBRARY_ID, SAMPLE_QUESTION } from "../../service/libraries/sample.ts"
import { isClosed, type ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"
import { renderFirstPage } from "./start-page.ts"
import { SCRIPT_PATH, STYLE_PATH } from "./page-frame.ts"
import { SCRIPT } from "./script.ts"
import { STYLE } from "./style.ts"

/** Libraries shown at first; the search finds the others. */
const LIBRARIES_SHOWN = 20

/** What a host header may hold; anything else is not repeated on a page. */
const PLAIN_HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/

/** Serves the first page and the two files it loads. */
export function registerPageRoutes(app: HttpApp, context: ServiceContext): void {
  app.get("/", async (request, reply) => {
    const { libraries, totalCount } = await listLibraries(context, { kind: "anonymous" }, { limit: LIBRARIES_SHOWN })
    const first =
      libraries.find(({ id }) => id === SAMPLE_LIBRARY_ID) ?? libraries.find(({ state }) => state === "finalized")
    const example = { libraryId: first?.id ?? SAMPLE_LIBRARY_ID, query: SAMPLE_QUESTION }
    const facts = { version: context.version, isClosed: isClosed(context), origin: originOf(request, context) }
    reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
    return reply.send(renderFirstPage({ ...facts, libraries, totalCount, example }))
  })
  app.get(STYLE_PATH, (_request, reply) => sendAsset(reply, "text/css; charset=utf-8", STYLE))
  app.get(SCRIPT_PATH, (_request, reply) => sendAsset(reply, "text/javascript; charset=utf-8", SCRIPT))
}

function sendAsset(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.header("cache-control", "no-cache").type(type).send(text)
}

/** The address that the reader used, so that what the page says can be copied as it stands. */
function originOf(request: FastifyRequest, context: ServiceContext): string {
  const { LECTERN_HOST: host, LECTERN_PORT: port } = context.settings
  return `${request.protocol}://${PLAIN_HOST.test(request.host) ? request.host : `${host}:${port}`}`
}
