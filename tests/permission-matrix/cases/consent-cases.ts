import { createHash } from "node:crypto"
import type { OperationId } from "@lectern/contract"
import type { ConsentRecord } from "../../../packages/server/src/catalogue/consents/records.ts"
import type { Requester } from "../callers.ts"
import type { Case, Outcome, Sent } from "../case.ts"
import type { World } from "../fixtures.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const steps = ["signIn"] as const
const PATH = "/api/auth/connections"

/** Consents are available where single sign-on is configured. */
const whereConsentIs =
  (outcome: Outcome, otherwise: Outcome) =>
  ({ hasSso }: World): Outcome =>
    hasSso ? outcome : otherwise

/** Starts a consent with the instance's key, or in another user's session. @returns its ticket. */
async function begin({ program, fresh, teamspaceKey }: World, via: ConsentRecord["via"]): Promise<string> {
  const ticket = fresh("ticket")
  await program.context.catalogue.consents.add({
    ticketHash: createHash("sha256").update(ticket).digest("hex"),
    teamspaceKey,
    userKey: null,
    via,
    viaKey: via === "session" ? "a session of somebody else" : null,
    kind: "notes",
    siteUrl: null,
    expiresAtMs: Date.now() + 600_000,
  })
  return ticket
}

const cookieOf = (headers: Record<string, unknown>): string => String(headers["set-cookie"]).split(";")[0] ?? ""

/** Visits the service and returns. @param isKept true if the browser kept its cookie. */
const comeBack =
  (isKept: boolean) =>
  async (world: World, { headers }: Requester): Promise<Sent> => {
    if (!world.hasSso) return { headers }
    const url = `${PATH}?ticket=${await begin(world, "instance")}`
    const asked = await world.program.call({ url })
    const [, confirm = ""] = /confirm=([\w-]+)/.exec(asked.text) ?? []
    const gone = await world.program.call({
      url: `${url}&confirm=${confirm}`,
      headers: { cookie: cookieOf(asked.headers) },
    })
    const query = Object.fromEntries(world.outside.consent(String(gone.headers["location"])))
    const cookie = [headers["cookie"], isKept ? cookieOf(gone.headers) : undefined].filter(Boolean).join("; ")
    return { query, headers: { ...headers, cookie }, ...(isKept ? { holds: "is connected" } : {}) }
  }

/** Requests of browsers that connect an account with OAuth. */
export const CONSENT_CASES = {
  openConsent: [
    {
      what: "that was begun with a key",
      steps,
      send: async (world) => ({
        query: { ticket: await begin(world, "instance") },
        ...(world.hasSso ? { holds: "Continue to Notion" } : {}),
      }),
      outcome: whereConsentIs(200, "validation_error"),
    },
    {
      what: "that was begun in another session",
      steps,
      send: async (world) => ({ query: { ticket: await begin(world, "session") } }),
      outcome: "invalid_api_key",
    },
    {
      what: "that nobody began",
      steps,
      send: ({ fresh }) => ({ query: { ticket: fresh("ticket") } }),
      outcome: "not_found",
    },
  ],
  finishConsent: [
    { what: "", steps, send: comeBack(true), outcome: whereConsentIs(200, "not_found") },
    { what: "in another browser", steps, send: comeBack(false), outcome: "not_found" },
  ],
} as const satisfies Cases
