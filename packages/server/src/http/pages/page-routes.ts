import type { FastifyRequest } from "fastify"
import { OWN_PAGES_PATH } from "../../base/own-pages.ts"
import { PROGRAM_ROOT } from "../../base/program-root.ts"
import { listLibraries } from "../../service/libraries/list-libraries.ts"
import { SAMPLE_LIBRARY_ID, SAMPLE_QUESTION } from "../../service/libraries/sample.ts"
import { isClosed, type ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"
import { renderInvitation, renderInvitationBody, renderSignIn, renderSignInBody } from "./account-pages.ts"
import { readSession, registerAccountRoutes } from "./account-routes.ts"
import { readDashboard } from "./dashboard-files.ts"
import { DASHBOARD_PATHS, renderDashboard, rootSeenFrom } from "./dashboard-page.ts"
import { readDocumentation } from "./documentation-pages.ts"
import type { Html } from "./html.ts"
import { renderPage, STYLE_PATH } from "./page-frame.ts"
import { sendPage } from "./send-page.ts"
import { sendDashboardFile } from "./send-dashboard-file.ts"
import {
  type PlainPageFacts,
  renderNeedsScripts,
  renderPlainConnectPage,
  renderPlainLibrariesPage,
  renderPlainLibraryPage,
  renderPlainNotFound,
  renderPlainStartPage,
  type StartPageContent,
} from "./plain-pages.ts"
import { readPlainQuestion } from "./plain-question.ts"
import { STYLE } from "./style.ts"
import { answerUnknownPaths } from "./unknown-path.ts"

/** Directory of the built dashboard; it does not exist if the server runs from its sources without a build. */
const DASHBOARD_FOLDER = new URL("dist/web/", PROGRAM_ROOT)

/** Directory of Lectern's own documentation; it does not exist without a build either. */
const DOCUMENTATION_FOLDER = new URL("dist/sample/docs/", PROGRAM_ROOT)

/** Directories that the build has prepared. */
interface PageFolders {
  readonly dashboard?: URL | undefined
  readonly documentation?: URL | undefined
}

/** Number of libraries shown initially; users find the others by search. */
const LIBRARIES_SHOWN = 20

/** Matches valid host headers; other values are not repeated on a page. */
const PLAIN_HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/

/**
 * Serves the dashboard with its files, and the style sheet of the pages without JavaScript. If the dashboard has not
 * been built, its URLs show the page without JavaScript. Also answers requests for all other paths.
 */
export async function registerPageRoutes(
  app: HttpApp,
  context: ServiceContext,
  { dashboard: dashboardFolder = DASHBOARD_FOLDER, documentation = DOCUMENTATION_FOLDER }: PageFolders = {},
): Promise<void> {
  await registerDocumentation(app, documentation)
  const dashboard = await readDashboard(dashboardFolder)
  const render = (root: string, plainPage: Html) =>
    dashboard === undefined ? renderPage("Lectern", plainPage) : renderDashboard(dashboard, { root, plainPage })
  app.get("/", async (request, reply) => {
    const plainPage = renderPlainStartPage(await startPageContent(context, request))
    return sendPage(reply, render("", plainPage))
  })
  await registerAccountRoutes(app, context)
  app.get("/sign-in", async (request, reply) => {
    const { signInWith } = await readSession(app, { request, reply })
    const page = { root: rootSeenFrom(request.url), signInWith, returnTo: "/account" }
    if (dashboard === undefined) return sendPage(reply, renderSignIn(page))
    return sendPage(reply, render(page.root, renderSignInBody(page)))
  })
  app.get("/invitation", (request, reply) => {
    const page = { root: rootSeenFrom(request.url) }
    if (dashboard === undefined) return sendPage(reply, renderInvitation(page))
    return sendPage(reply, render(page.root, renderInvitationBody(page)))
  })
  for (const path of DASHBOARD_PATHS) {
    app.get<DashboardRequest>(path, async (request, reply) => {
      const facts = factsOf(context, request, rootSeenFrom(request.url))
      return sendPage(reply, render(facts.root, await renderWithoutScripts(context, path, request, facts)))
    })
  }
  app.get(`/${STYLE_PATH}`, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/css; charset=utf-8").send(STYLE),
  )
  app.get<{ Params: { name: string } }>("/assets/:name", (request, reply) => {
    const file = dashboard?.files.get(`assets/${request.params.name}`)
    if (file === undefined) return reply.callNotFound()
    return sendDashboardFile(request, reply, file)
  })
  answerUnknownPaths(app, (root, request) => render(root, renderPlainNotFound(factsOf(context, request, root))))
}

async function registerDocumentation(app: HttpApp, folder: URL): Promise<void> {
  const pages = await readDocumentation(folder)
  app.get(OWN_PAGES_PATH.slice(0, -1), (_request, reply) => reply.redirect(`.${OWN_PAGES_PATH}`))
  app.get<{ Params: { "*": string } }>(`${OWN_PAGES_PATH}*`, async (request, reply) => {
    const page = await pages.render(request.params["*"])
    return page === undefined ? reply.callNotFound() : sendPage(reply, page)
  })
}

/** The parameters in the URL of a dashboard page. */
interface DashboardRequest {
  readonly Params: { readonly "*"?: string }
  readonly Querystring: Readonly<Record<string, unknown>>
}

/** Renders the version of a dashboard page that works without JavaScript. */
async function renderWithoutScripts(
  context: ServiceContext,
  path: (typeof DASHBOARD_PATHS)[number],
  { params, query }: Pick<FastifyRequest<DashboardRequest>, "params" | "query">,
  facts: PlainPageFacts,
): Promise<Html> {
  if (path === "/connect") {
    const example = { libraryId: SAMPLE_LIBRARY_ID, query: SAMPLE_QUESTION }
    return renderPlainConnectPage({ ...facts, example })
  }
  if (path === "/libraries") {
    const listed = await listLibraries(context, { kind: "anonymous" }, { limit: LIBRARIES_SHOWN })
    return renderPlainLibrariesPage({ ...facts, ...listed })
  }
  const question = path === "/libraries/*" ? readPlainQuestion(params["*"] ?? "", query, SAMPLE_QUESTION) : undefined
  return question === undefined ? renderNeedsScripts(facts) : renderPlainLibraryPage({ ...facts, question })
}

async function startPageContent(context: ServiceContext, request: FastifyRequest): Promise<StartPageContent> {
  const { libraries, totalCount } = await listLibraries(context, { kind: "anonymous" }, { limit: LIBRARIES_SHOWN })
  const first =
    libraries.find(({ id }) => id === SAMPLE_LIBRARY_ID) ?? libraries.find(({ state }) => state === "finalized")
  const example = { libraryId: first?.id ?? SAMPLE_LIBRARY_ID, query: SAMPLE_QUESTION }
  return { ...factsOf(context, request, ""), libraries, totalCount, example }
}

function factsOf(
  context: ServiceContext,
  request: Pick<FastifyRequest, "protocol" | "host">,
  root: string,
): PlainPageFacts {
  return { root, version: context.version, isClosed: isClosed(context), origin: originOf(request, context) }
}

/** Returns the URL that the user used, so that commands on the page can be copied unchanged. */
function originOf(request: Pick<FastifyRequest, "protocol" | "host">, context: ServiceContext): string {
  const { LECTERN_HOST: host, LECTERN_PORT: port } = context.settings
  return `${request.protocol}://${PLAIN_HOST.test(request.host) ? request.host : `${host}:${port}`}`
}
