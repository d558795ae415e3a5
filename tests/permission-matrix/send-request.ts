import { ErrorBody, pathsOf, type ROUTES, type ErrorCode } from "@lectern/contract"
import type { InjectOptions } from "fastify"
import { decidePermission, type InstancePolicy } from "../../packages/server/src/access/permissions/permissions.ts"
import { problemOf } from "../../packages/server/src/http/serving/problems.ts"
import { instancePolicyOf } from "../../packages/server/src/access/permissions/authorize.ts"
import type { Requester } from "./callers.ts"
import { encodeForm, stepsOf, walk, type Case, type Outcome, type Sent } from "./case.ts"
import { ANONYMOUS, type World } from "./fixtures.ts"

type ContractRoute = (typeof ROUTES)[number]

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly json: unknown
  readonly sent: Sent
}

/** Fields of an error response. */
const ERROR_FIELDS = ["error", "message"]

/** Returns the expected result for a caller, according to the table and the rules besides it. */
export function expectedOf(route: ContractRoute, one: Case, world: World, requester: Requester): Outcome {
  const policy = instancePolicyOf(world.program.context)
  const dead = deadCredentialAt(route, requester)
  if (dead === "refused") return "invalid_api_key"
  const caller = dead === "nobody" ? ANONYMOUS : requester.caller
  const { refusal } = walk(stepsOf(one, world.edition, { caller }), { caller, world, policy })
  if (refusal !== undefined) return refusal
  return typeof one.outcome === "function" ? one.outcome(world, requester) : one.outcome
}

/**
 * Returns the effect of an invalid credential. An invalid key never counts as no key; an invalid session does when
 * signing in.
 */
function deadCredentialAt(
  { authentication, path }: ContractRoute,
  { credential }: Requester,
): "refused" | "nobody" | "alive" {
  // Liveness and webhooks ignore credentials.
  if (authentication !== undefined) return "nobody"
  if (credential === "dead key") return "refused"
  if (credential === "dead session") return path.startsWith("/api/auth/") ? "nobody" : "refused"
  return "alive"
}

/** A request to be sent. */
interface Asked {
  readonly route: ContractRoute
  readonly one: Case
  readonly world: World
  readonly requester: Requester
  /** Selects one of the endpoint's paths, and the address of the caller. */
  readonly turn: number
}

/** Sends the request of a case. */
export async function ask({ route, one, world, requester, turn }: Asked): Promise<Answer> {
  const sent = await one.send(world, requester)
  const addresses = pathsOf(route)
  const address = addresses[turn % addresses.length] ?? route.path
  const form = sent.form === undefined ? undefined : await encodeForm(sent.form)
  const answer = await world.program.call({
    method: route.method,
    url: urlOf(address, sent),
    headers: { ...requester.headers, ...sent.headers, ...(form?.headers as Record<string, string> | undefined) },
    // Each request comes from a different address, so that callers do not share rate limits of attempts.
    remoteAddress: addressOf(turn),
    ...bodyOf(sent, form),
  })
  return { ...answer, sent }
}

function bodyOf({ payload }: Sent, form: Pick<InjectOptions, "payload"> | undefined): Pick<InjectOptions, "payload"> {
  if (form?.payload !== undefined) return { payload: form.payload }
  return payload === undefined ? {} : { payload }
}

function urlOf(path: string, { params = {}, query = {} }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams(query).toString()
  return search === "" ? filled : `${filled}?${search}`
}

/** Returns an address in the range for documentation, each in a separate network. */
export function addressOf(turn: number): string {
  return `2001:db8:${Math.floor(turn / 65_536).toString(16)}:${(turn % 65_536).toString(16)}::1`
}

/** Compares a response with the expected one. @returns what is wrong with it. */
export function deviationsOf(
  answer: Answer,
  asked: {
    readonly route: ContractRoute
    readonly one: Case
    readonly requester: Requester
    readonly policy: InstancePolicy
  },
  expected: Outcome,
): string[] {
  const { route, one, requester, policy } = asked
  const { status, text, headers, sent } = answer
  const said = `${text} ${String(headers["location"] ?? "")}`
  const isHeld = sent.holds !== undefined && said.includes(sent.holds)
  if (typeof expected === "string") {
    return [...errorDeviations(answer, expected), ...(isHeld ? [`tells ${sent.holds} with a refusal`] : [])]
  }
  if (status !== expected) return [`status ${status}, not ${expected}: ${text.slice(0, 200)}`]
  const problems: string[] = []
  if (sent.holds !== undefined && !isHeld) problems.push(`lacks ${sent.holds}: ${said.slice(0, 200)}`)
  const type = String(headers["content-type"])
  if (headers["location"] !== undefined && text === "") return problems
  if (type.startsWith("application/json") && route.response !== undefined) {
    const { error } = route.response.safeParse(answer.json)
    if (error !== undefined) problems.push(`not the answer of the contract: ${error.message}`)
  } else if (!type.startsWith(route.otherContentType ?? "application/json")) {
    problems.push(`content type ${type}`)
  }
  if (one.shows !== undefined) {
    const isShown = decidePermission(one.shows.to, requester.caller, policy) === "allowed"
    if (text.includes(one.shows.text) !== isShown) problems.push(`${isShown ? "lacks" : "shows"} ${one.shows.text}`)
  }
  return problems
}

function errorDeviations({ status, headers, text, json }: Answer, code: ErrorCode): string[] {
  const problems: string[] = []
  const expected = problemOf(code, "")
  if (status !== expected.status)
    problems.push(`status ${status}, not ${expected.status} ${code}: ${text.slice(0, 200)}`)
  const body = ErrorBody.safeParse(json)
  if (body.data?.error !== code) problems.push(`error ${body.data?.error ?? text.slice(0, 200)}, not ${code}`)
  if (body.success && Object.keys(json as object).join() !== ERROR_FIELDS.join())
    problems.push(`more fields than an error has`)
  if (!String(headers["content-type"]).startsWith("application/json")) problems.push("an error that is not JSON")
  if (headers["x-request-id"] === undefined) problems.push("no request id")
  for (const [name, value] of Object.entries(expected.headers)) {
    if (headers[name] !== value) problems.push(`header ${name} is ${String(headers[name])}, not ${value}`)
  }
  return problems
}

/** Returns every row that the cases of an endpoint check. */
export function rowsOf(cases: readonly Case[]): ReadonlySet<string> {
  const callers = [{ caller: { ...ANONYMOUS } }, { caller: { kind: "global-key" } as const }]
  const steps = cases.flatMap((one) =>
    (["self-hosted", "hosted"] as const).flatMap((edition) =>
      callers.flatMap((requester) => [...stepsOf(one, edition, requester)]),
    ),
  )
  const shown = cases.flatMap(({ shows }) => (shows === undefined ? [] : [shows.to]))
  return new Set([...steps.filter((step) => typeof step === "string"), ...shown])
}
