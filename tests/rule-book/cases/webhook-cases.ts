import type { OperationId } from "@lectern/contract"
import type { Case, Sent } from "../case.ts"
import type { World } from "../world.ts"

type Cases = Partial<Record<OperationId, readonly [Case, ...Case[]]>>

const steps = ["manageWebhooks", { knows: "ownTeamspace" }] as const

/** A webhook that the teamspace of the caller does not have: whoever may manage webhooks hears so. */
const missing = (payload?: object): readonly [Case] => [
  {
    what: "",
    steps,
    send: () => ({ params: { id: "nobody", deliveryId: "nothing" }, ...(payload === undefined ? {} : { payload }) }),
    outcome: "not_found",
  },
]

/** Makes room for another one: a teamspace has only so many. */
async function describeWebhook({ fresh, program, teamspaceKey }: World): Promise<Sent> {
  const { webhooks } = program.context.catalogue
  for (const { key } of await webhooks.ofTeamspace(teamspaceKey)) await webhooks.remove(teamspaceKey, key)
  return { payload: { url: `https://${fresh("hook")}.example/` } }
}

/** Requests about who is told of events. */
export const WEBHOOK_CASES = {
  listWebhooks: [{ what: "", steps, send: () => ({}), outcome: 200 }],
  createWebhook: [{ what: "", steps, send: describeWebhook, outcome: 200 }],
  updateWebhook: missing({ active: true }),
  deleteWebhook: missing(),
  renewWebhookSecret: missing(),
  testWebhook: missing(),
  listDeliveries: missing(),
  redeliver: missing(),
} as const satisfies Cases
