import type { OperationId } from "@lectern/contract"
import type { WebhookRecord } from "../../../packages/server/src/catalogue/webhooks/records.ts"
import { teamspaceOf } from "../../../packages/server/src/access/identity/caller.ts"
import type { Requester } from "../callers.ts"
import type { Case, Sent } from "../case.ts"
import type { World } from "../fixtures.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const steps = ["manageWebhooks", { knows: "ownTeamspace" }] as const
const SECRET = "whsec_a-secret-of-a-webhook"

/** Creates a webhook in the caller's teamspace, if the caller has one. */
async function makeWebhook(world: World, { caller }: Pick<Requester, "caller">): Promise<WebhookRecord> {
  const { catalogue, sealer, settings } = world.program.context
  const teamspaceKey = teamspaceOf(caller, settings) ?? world.teamspaceKey
  for (const { key } of await catalogue.webhooks.ofTeamspace(teamspaceKey)) {
    await catalogue.webhooks.remove(teamspaceKey, key)
  }
  const url = `${world.outside.url}/hook`
  const sealedSecret = sealer.seal(SECRET)
  return catalogue.webhooks.add({ teamspaceKey, url, description: "", eventTypes: [], sealedSecret })
}

/** Creates a delivery of an event to the webhook. */
async function makeDelivery({ program, fresh }: World, webhookKey: string): Promise<string> {
  const event = { webhookKey, eventId: fresh("event"), eventType: "library.failed", body: "{}" } as const
  const attempt = { isAccepted: true, atMs: 0, durationMs: 1, status: 204, response: "", error: null }
  return (await program.context.catalogue.webhooks.log(event, attempt)).key
}

interface About {
  readonly payload?: object
  /** Returns a text that the response contains. */
  readonly holds?: (webhook: WebhookRecord) => string
  readonly outcome?: 200 | 202
}

/**
 * Creates cases for a webhook of the caller's teamspace, and for one that it does not have. The latter cannot be
 * distinguished from one that does not exist.
 */
function aboutWebhook({ payload, holds, outcome = 200 }: About = {}): readonly [Case, Case] {
  const more = payload === undefined ? {} : { payload }
  const aboutOwn = async (world: World, requester: Requester): Promise<Sent> => {
    const webhook = await makeWebhook(world, requester)
    const deliveryId = await makeDelivery(world, webhook.key)
    const held = holds === undefined ? {} : { holds: holds(webhook) }
    return { params: { id: webhook.key, deliveryId }, ...more, ...held }
  }
  const aboutForeign = async (world: World): Promise<Sent> => {
    if (world.edition === "self-hosted") return { params: { id: "nobody", deliveryId: "nothing" }, ...more }
    const caller = { kind: "user", teamspaceKey: await world.makeTeamspace("team") } as Requester["caller"]
    const webhook = await makeWebhook(world, { caller })
    return { params: { id: webhook.key, deliveryId: await makeDelivery(world, webhook.key) }, ...more }
  }
  return [
    { what: "of one's own teamspace", steps, send: aboutOwn, outcome },
    { what: "of nobody one knows", steps, send: aboutForeign, outcome: "not_found" },
  ]
}

/** Describes a new webhook, and makes room for it, because a teamspace can have only a limited number. */
async function describeWebhook(world: World, requester: Requester): Promise<Sent> {
  const { key, teamspaceKey } = await makeWebhook(world, requester)
  await world.program.context.catalogue.webhooks.remove(teamspaceKey, key)
  const url = `https://${world.fresh("hook")}.example/`
  return { payload: { url }, holds: url }
}

/** Requests about outgoing webhooks. */
export const WEBHOOK_CASES = {
  listWebhooks: [
    {
      what: "",
      steps,
      send: async (world, requester) => ({ holds: (await makeWebhook(world, requester)).key }),
      outcome: 200,
    },
  ],
  createWebhook: [{ what: "", steps, send: describeWebhook, outcome: 200 }],
  updateWebhook: aboutWebhook({ payload: { active: false }, holds: ({ url }) => url }),
  deleteWebhook: aboutWebhook(),
  renewWebhookSecret: aboutWebhook({ holds: ({ url }) => url }),
  testWebhook: aboutWebhook({ holds: () => '"status":204' }),
  listDeliveries: aboutWebhook({ holds: () => '"type":"library.failed"' }),
  redeliver: aboutWebhook({ holds: () => '"state":"waiting"', outcome: 202 }),
} as const satisfies Cases
