import { INVITATION_TOKEN_PREFIX, type OperationId } from "@lectern/contract"
import type { Requester } from "../callers.ts"
import type { Case, Outcome, Sent } from "../case.ts"
import { PASSWORD, type World } from "../fixtures.ts"
import { sha256Hex } from "../../../packages/server/src/base/sha256.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const steps = ["signIn"] as const
const signedIn = (_world: World, { credential }: Requester): Outcome =>
  credential === "session" ? 200 : "invalid_api_key"

/** Sends a request that ends its session as another caller of the same kind. */
async function asTwin({ credential, twin }: Requester, sent: Sent): Promise<Sent> {
  const headers = credential === "session" ? (await twin?.())?.headers : undefined
  return headers === undefined ? sent : { ...sent, headers }
}

/** Creates a person who has no account yet. */
function aNewcomer({ fresh }: World): { readonly payload: { name: string; password: string }; readonly holds: string } {
  const name = fresh("newcomer")
  return { payload: { name, password: PASSWORD }, holds: `"name":"${name}"` }
}

/** Signing up exists only in the hosted edition. */
const whereSignUpIs =
  (value: "on" | "off") =>
  async (world: World, requester: Requester): Promise<Sent> => {
    await world.program.context.live.give({ LECTERN_SIGN_UP: value })
    return asTwin(requester, aNewcomer(world))
  }

/** @returns the token of an invitation that can still be accepted. */
async function invite({ program, fresh }: World, teamspaceKey: string): Promise<string> {
  const token = `${INVITATION_TOKEN_PREFIX}${fresh("token")}`
  const invitation = { teamspaceKey, label: "somebody", role: "developer", invitedBy: null } as const
  const expiresAtMs = Date.now() + 3_600_000
  await program.context.catalogue.invitations.add({ ...invitation, tokenHash: sha256Hex(token), expiresAtMs })
  return token
}

/** In the self-hosted edition, an invitation is for a person without an account. */
const joined = (world: World, requester: Requester): Outcome => {
  const outcome = signedIn(world, requester)
  return outcome === 200 && world.edition === "self-hosted" ? "validation_error" : outcome
}

const whereSsoIs =
  (outcome: Outcome) =>
  ({ hasSso }: World): Outcome =>
    hasSso ? outcome : "not_found"

/** Visits the provider and returns. @param isKept true if the browser kept its cookie. */
const comeBack =
  (isKept: boolean) =>
  async (world: World, requester: Requester): Promise<Sent> => {
    const { headers = requester.headers, ...sent } = await asTwin(requester, {})
    if (!world.hasSso) return { ...sent, headers }
    const begun = await world.program.call({ url: "/api/auth/sso?returnTo=/found" })
    const [attempt = ""] = String(begun.headers["set-cookie"]).split(";")
    const back = await world.outside.signIn(String(begun.headers["location"]), world.fresh("guest"))
    const cookie = [headers["cookie"], isKept ? attempt : undefined].filter(Boolean).join("; ")
    return { headers: { ...headers, cookie }, query: Object.fromEntries(back), ...(isKept ? { holds: "/found" } : {}) }
  }

/** Requests for signing in and out. */
export const SESSION_CASES = {
  getSession: [{ what: "", steps, send: () => ({ holds: '"signInWith"' }), outcome: 200 }],
  signIn: [
    {
      what: "",
      steps,
      send: (_world, requester) =>
        asTwin(requester, { payload: { name: "admin", password: PASSWORD }, holds: '"name":"admin"' }),
      outcome: 200,
    },
    {
      what: "with a wrong password",
      steps,
      send: ({ fresh }) => ({ payload: { name: fresh("admin"), password: "not the one" }, holds: '"name"' }),
      outcome: "invalid_api_key",
    },
  ],
  signOut: [{ what: "", steps, send: (_world, requester) => asTwin(requester, {}), outcome: 200 }],
  signUp: [
    { what: "where it is off", steps, send: whereSignUpIs("off"), outcome: "forbidden" },
    {
      what: "where it is on",
      steps,
      send: whereSignUpIs("on"),
      outcome: ({ edition }) => (edition === "hosted" ? 200 : "forbidden"),
    },
  ],
  acceptInvitation: [
    {
      what: "that nobody made",
      steps,
      send: (world) => ({
        payload: { ...aNewcomer(world).payload, token: `${INVITATION_TOKEN_PREFIX}${"0".repeat(43)}` },
      }),
      outcome: "not_found",
    },
    {
      what: "with a new account",
      steps,
      send: async (world, requester) => {
        const { payload, holds } = aNewcomer(world)
        return asTwin(requester, { payload: { ...payload, token: await invite(world, world.teamspaceKey) }, holds })
      },
      outcome: 200,
    },
    {
      what: "with the account that is signed in",
      steps,
      send: async (world, requester) => {
        const id = world.edition === "hosted" ? await world.makeTeamspace("team") : world.teamspaceKey
        return asTwin(requester, { payload: { token: await invite(world, id) }, holds: `"id":"${id}"` })
      },
      outcome: joined,
    },
  ],
  startDevice: [{ what: "", steps, send: () => ({ payload: { name: "laptop" } }), outcome: 200 }],
  approveDevice: [
    {
      what: "that nobody started",
      steps: ["manageOwnKeys"],
      send: () => ({ payload: { userCode: "BCDF-GHJK" } }),
      outcome: (_world, { person }) => (person === undefined ? "forbidden" : "not_found"),
    },
  ],
  finishDevice: [
    {
      what: "that nobody started",
      steps,
      send: () => ({ payload: { deviceCode: "no-such-device" } }),
      outcome: "not_found",
    },
  ],
  switchTeamspace: [
    {
      what: "",
      steps,
      send: ({ teamspaceKey }, requester) =>
        asTwin(requester, { payload: { teamspaceId: teamspaceKey }, holds: `"id":"${teamspaceKey}"` }),
      outcome: signedIn,
    },
  ],
  startSso: [
    {
      what: "",
      steps,
      send: ({ outside: { ssoSettings } }) => ({ holds: ssoSettings["LECTERN_OIDC_ISSUER"] ?? "" }),
      outcome: whereSsoIs(302),
    },
  ],
  finishSso: [
    { what: "", steps, send: comeBack(true), outcome: whereSsoIs(302) },
    { what: "in another browser", steps, send: comeBack(false), outcome: whereSsoIs("invalid_api_key") },
  ],
} as const satisfies Cases
