import type { ApiKey, SessionResponse } from "@lectern/contract"
import type { FastifyReply, FastifyRequest } from "fastify"
import { findDevice } from "../../service/people/device-sign-in.ts"
import { NotFound } from "../../service/errors.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"
import {
  type AccountPage,
  INVITATION_SCRIPT,
  INVITATION_SCRIPT_PATH,
  renderAccount,
  renderDevice,
  renderInvitation,
  renderSignIn,
} from "./account-pages.ts"
import { callApi, problemIn } from "./call-api.ts"
import { rootSeenFrom } from "./dashboard-page.ts"
import { sendPage } from "./send-page.ts"

/** Allowed redirects after signing in; anything else leads to the account page. */
const RETURN_TO = /^\/account\/device\?code=[A-Za-z-]{1,20}$/
const ACCOUNT_PATH = "/account"
/** Maximum size of a form. */
const MAX_FORM_BYTES = 16 * 1024

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
type Form = Readonly<Record<string, string>>

/**
 * Serves the pages for signing in, accepting invitations and managing an account. They work without JavaScript and
 * without the dashboard.
 */
export async function registerAccountRoutes(app: HttpApp, context: ServiceContext): Promise<void> {
  app.get(ACCOUNT_PATH, (request, reply) => showAccount(app, { request, reply }))
  app.get<{ Querystring: { code?: string } }>("/account/device", (request, reply) =>
    showDevice({ app, context }, { request, reply }, textOf(request.query.code)),
  )
  app.get(`/${INVITATION_SCRIPT_PATH}`, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("text/javascript; charset=utf-8").send(INVITATION_SCRIPT),
  )
  await app.register(async (forms: HttpApp) => {
    forms.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    )
    const post = (path: string, handle: (exchange: Exchange, form: Form) => Promise<FastifyReply>) =>
      forms.post(path, (request, reply) => handle({ request, reply }, formOf(request.body)))
    post("/account/sign-in", (exchange, form) => signIn(app, exchange, form))
    post("/account/sign-out", async (exchange) => {
      await callApi(app, exchange, "signOut")
      return goTo(exchange, ACCOUNT_PATH)
    })
    post("/account/accept-invitation", (exchange, form) => acceptInvitation(app, exchange, form))
    post("/account/password", (exchange, form) => changePassword(app, exchange, form))
    post("/account/keys", (exchange, form) => createKey(app, exchange, form))
    post("/account/keys/revoke", async (exchange, { id = "" }) => {
      const answer = await callApi(app, exchange, "revokeKey", { params: { id } })
      const error = problemIn(answer)
      return error === undefined ? goTo(exchange, ACCOUNT_PATH) : showAccount(app, exchange, { error })
    })
    post("/account/device", async (exchange, { userCode = "" }) => {
      const answer = await callApi(app, exchange, "approveDevice", { json: { userCode } })
      const notice = answer.status < 400 ? "Signed in. You can close this page." : undefined
      return showDevice({ app, context }, exchange, userCode, { error: problemIn(answer), notice })
    })
  })
}

/** The fields of a session that the pages need. */
type PageSession = Pick<SessionResponse, "user" | "signInWith">

/** Returns the session of a browser; `user` is null if there is no session or it has ended. */
export async function readSession(app: HttpApp, exchange: Exchange): Promise<PageSession> {
  const answer = await callApi(app, exchange, "getSession")
  // Above the rate limit, the form is still shown; submitting it shows the error.
  if (answer.status !== 200) return { user: null, signInWith: { password: true, sso: false, signUp: false } }
  return answer.body as SessionResponse
}

async function signIn(app: HttpApp, exchange: Exchange, form: Form): Promise<FastifyReply> {
  const { name = "", password = "" } = form
  const returnTo = returnToOf(form["returnTo"])
  const answer = await callApi(app, exchange, "signIn", { json: { name, password } })
  const error = problemIn(answer)
  if (error === undefined) return goTo(exchange, returnTo)
  return showSignIn(app, exchange, { returnTo, name, error, status: answer.status })
}

async function showSignIn(
  app: HttpApp,
  exchange: Exchange,
  page: Omit<AccountPage, "root"> & { returnTo: string; name?: string; status?: number },
): Promise<FastifyReply> {
  const { signInWith } = await readSession(app, exchange)
  exchange.reply.code(page.status ?? 200)
  return sendPage(exchange.reply, renderSignIn({ root: rootSeenFrom(exchange.request.url), signInWith, ...page }))
}

async function acceptInvitation(app: HttpApp, exchange: Exchange, form: Form): Promise<FastifyReply> {
  const { token: given = "", name = "", password = "" } = form
  // Users paste the whole link.
  const token = given.trim().replace(/^.*#/, "")
  const answer = await callApi(app, exchange, "acceptInvitation", { json: { token, name, password } })
  const error = problemIn(answer)
  if (error === undefined) return goTo(exchange, ACCOUNT_PATH)
  exchange.reply.code(answer.status)
  return sendPage(exchange.reply, renderInvitation({ root: rootSeenFrom(exchange.request.url), token, name, error }))
}

async function changePassword(app: HttpApp, exchange: Exchange, form: Form): Promise<FastifyReply> {
  const { user } = await readSession(app, exchange)
  if (user === null) return goTo(exchange, ACCOUNT_PATH)
  const { currentPassword = "", password = "" } = form
  const answer = await callApi(app, exchange, "updateUser", {
    params: { id: user.id },
    json: { currentPassword, password },
  })
  const error = problemIn(answer)
  if (error !== undefined) return showAccount(app, exchange, { error, status: answer.status })
  // Changing the password has ended all sessions of the account, including this one.
  const begun = await callApi(app, exchange, "signIn", { json: { name: user.name, password } })
  return problemIn(begun) === undefined ? goTo(exchange, ACCOUNT_PATH) : goTo(exchange, "/sign-in")
}

async function createKey(app: HttpApp, exchange: Exchange, { name = "" }: Form): Promise<FastifyReply> {
  const answer = await callApi(app, exchange, "createKey", { json: { name } })
  const { key } = answer.body
  const newKey = typeof key === "string" ? key : undefined
  return showAccount(app, exchange, { error: problemIn(answer), status: answer.status, newKey })
}

async function showAccount(
  app: HttpApp,
  exchange: Exchange,
  page: Omit<AccountPage, "root"> & { newKey?: string | undefined; status?: number } = {},
): Promise<FastifyReply> {
  const { user } = await readSession(app, exchange)
  if (user === null) return showSignIn(app, exchange, { returnTo: ACCOUNT_PATH, error: page.error })
  const listed = await callApi(app, exchange, "listKeys")
  const keys = listed.status === 200 ? (listed.body["keys"] as readonly ApiKey[]) : null
  exchange.reply.code(page.status ?? 200)
  return sendPage(exchange.reply, renderAccount({ root: rootSeenFrom(exchange.request.url), user, keys, ...page }))
}

async function showDevice(
  { app, context }: { readonly app: HttpApp; readonly context: ServiceContext },
  exchange: Exchange,
  userCode: string,
  page: Omit<AccountPage, "root"> = {},
): Promise<FastifyReply> {
  const { user } = await readSession(app, exchange)
  const returnTo = returnToOf(`/account/device?code=${userCode}`)
  if (user === null) return showSignIn(app, exchange, { returnTo })
  const device = await findDevice(context, userCode).catch((thrown: unknown) => {
    if (thrown instanceof NotFound) return undefined
    throw thrown
  })
  const isMissing = device === undefined && userCode !== "" && page.notice === undefined && page.error === undefined
  const error = isMissing ? "This code is unknown or has expired. Run lectern login again." : page.error
  const facts = { userName: user.name, userCode, deviceName: device?.name }
  const root = rootSeenFrom(exchange.request.url)
  return sendPage(exchange.reply, renderDevice({ root, ...facts, ...page, error }))
}

function returnToOf(given: string | undefined): string {
  return given !== undefined && RETURN_TO.test(given) ? given : ACCOUNT_PATH
}

/** Redirects a browser to a page of this instance, below any path prefix. */
function goTo({ request, reply }: Exchange, path: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(`${rootSeenFrom(request.url)}${path.slice(1)}`, 303)
}

function formOf(body: unknown): Form {
  return typeof body === "object" && body !== null ? (body as Form) : {}
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
