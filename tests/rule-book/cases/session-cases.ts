import { INVITATION_TOKEN_PREFIX, type OperationId } from "@lectern/contract"
import type { Asker } from "../askers.ts"
import type { Case, Sent } from "../case.ts"
import { PASSWORD, type World } from "../world.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const signedIn = (_world: World, { credential }: Asker) => (credential === "session" ? 200 : "invalid_api_key")
/** A request after which the session has ended is sent by somebody else of the same kind. */
const asTwin = async ({ credential, twin }: Asker): Promise<Asker | undefined> =>
  credential === "session" ? twin?.() : undefined

/** Requests of signing in and out. */
export const SESSION_CASES = {
  getSession: [{ what: "", steps: ["signIn"], send: () => ({}), outcome: 200 }],
  signIn: [
    {
      what: "",
      steps: ["signIn"],
      send: async (_world, asker) => {
        const twin = await asTwin(asker)
        return {
          payload: { name: "admin", password: PASSWORD },
          ...(twin === undefined ? {} : { headers: twin.headers }),
        }
      },
      outcome: 200,
    },
  ],
  signOut: [
    {
      what: "",
      steps: ["signIn"],
      send: async (_world, asker): Promise<Sent> => {
        const twin = await asTwin(asker)
        return twin === undefined ? {} : { headers: twin.headers }
      },
      outcome: 200,
    },
  ],
  signUp: [
    {
      what: "where it is off",
      steps: ["signIn"],
      send: ({ fresh }) => ({ payload: { name: fresh("newcomer"), password: PASSWORD } }),
      outcome: "forbidden",
    },
  ],
  acceptInvitation: [
    {
      what: "that nobody made",
      steps: ["signIn"],
      send: ({ fresh }) => ({
        payload: { token: `${INVITATION_TOKEN_PREFIX}${"0".repeat(43)}`, name: fresh("newcomer"), password: PASSWORD },
      }),
      outcome: "not_found",
    },
  ],
  switchTeamspace: [
    {
      what: "",
      steps: ["signIn"],
      send: async ({ teamspaceKey }, asker) => {
        const twin = await asTwin(asker)
        const payload = { teamspaceId: teamspaceKey }
        return twin === undefined ? { payload } : { payload, headers: twin.headers }
      },
      outcome: signedIn,
    },
  ],
  startSso: [{ what: "where there is none", steps: ["signIn"], send: () => ({}), outcome: "not_found" }],
  finishSso: [{ what: "where there is none", steps: ["signIn"], send: () => ({}), outcome: "not_found" }],
} as const satisfies Cases
