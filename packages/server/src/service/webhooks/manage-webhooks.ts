import {
  LIMITS,
  type CreateWebhookRequest,
  type ListWebhooksResponse,
  type UpdateWebhookRequest,
  type Webhook,
  type WebhookWithSecret,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { Caller } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { WebhookRecord } from "../../catalogue/webhooks/records.ts"
import { newWebhookSecret } from "../../webhooks/sign-delivery.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { timestamp, timestampOrNull } from "../../base/timestamp.ts"
import { NotFound } from "../errors.ts"
import { ownTeamspaceOf } from "../libraries/lookup/ownership.ts"
import type { ServiceContext } from "../service-context.ts"
import type { WebhookServices } from "./webhook-services.ts"

/** Lists the webhooks of the caller's teamspace, oldest first, without their secrets. */
export async function listWebhooks(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
): Promise<ListWebhooksResponse> {
  const webhooks = await context.catalogue.webhooks.ofTeamspace(ownTeamspaceOf(context, caller))
  return { webhooks: webhooks.map(describeWebhook) }
}

/**
 * Creates a webhook and returns its secret, which is shown only once. Sends no request to the receiver.
 *
 * @throws {AddressRefused} if the URL is blocked. @throws {InvalidInput} if there are too many webhooks.
 */
export async function createWebhook(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  { url, description = "", events = [] }: CreateWebhookRequest,
): Promise<WebhookWithSecret> {
  const teamspaceKey = ownTeamspaceOf(context, caller)
  const address = addressOf(context, url)
  const secret = newWebhookSecret()
  const webhook = await context.catalogue.inTransaction(async ({ webhooks }) => {
    if ((await webhooks.ofTeamspace(teamspaceKey)).length >= LIMITS.webhooksMaxCount) {
      throw new InvalidInput(
        `cannot create the webhook: there are already ${LIMITS.webhooksMaxCount}, the maximum. Delete one first`,
      )
    }
    const sealedSecret = context.sealer.seal(secret)
    return webhooks.add({ teamspaceKey, url: address, description, eventTypes: events, sealedSecret })
  })
  context.log.info({ webhookId: webhook.key, url: webhook.url }, "webhook created")
  await recordAuditEntry(context, caller, { action: "webhook.create", subject: webhook.url })
  return { ...describeWebhook(webhook), secret }
}

/** Changes, enables or disables a webhook. @throws {NotFound} @throws {AddressRefused} */
export async function updateWebhook(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  webhookId: string,
  { url, description, events, active }: UpdateWebhookRequest,
): Promise<Webhook> {
  const { key } = await findWebhook(context, caller, webhookId)
  await context.catalogue.webhooks.update(key, {
    url: url === undefined ? undefined : addressOf(context, url),
    description,
    eventTypes: events,
    isActive: active,
  })
  const changed = await findWebhook(context, caller, webhookId)
  await recordAuditEntry(context, caller, { action: "webhook.change", subject: changed.url })
  return describeWebhook(changed)
}

/** Replaces the secret of a webhook and returns the new one, which is shown only once. @throws {NotFound} */
export async function renewWebhookSecret(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  webhookId: string,
): Promise<WebhookWithSecret> {
  const webhook = await findWebhook(context, caller, webhookId)
  const secret = newWebhookSecret()
  await context.catalogue.webhooks.update(webhook.key, { sealedSecret: context.sealer.seal(secret) })
  await recordAuditEntry(context, caller, { action: "webhook.change", subject: `${webhook.url}: another secret` })
  return { ...describeWebhook(webhook), secret }
}

/** Deletes a webhook with its deliveries. @throws {NotFound} */
export async function deleteWebhook(
  context: WebhookServices,
  caller: Authorized<"manageWebhooks">,
  webhookId: string,
): Promise<void> {
  const { key, teamspaceKey, url } = await findWebhook(context, caller, webhookId)
  await context.catalogue.webhooks.remove(teamspaceKey, key)
  context.log.info({ webhookId }, "webhook deleted")
  await recordAuditEntry(context, caller, { action: "webhook.delete", subject: url })
}

/** Finds a webhook of the caller's teamspace. @throws {NotFound} also for a webhook of another teamspace. */
export async function findWebhook(context: WebhookServices, caller: Caller, webhookId: string): Promise<WebhookRecord> {
  const webhook = await context.catalogue.webhooks.find(ownTeamspaceOf(context, caller), webhookId)
  if (webhook === undefined) throw new NotFound(`webhook ${webhookId} does not exist`)
  return webhook
}

/** Checks the URL of a webhook. The hosted edition requires https, because deliveries contain data of a teamspace. */
function addressOf({ guard, settings }: Pick<ServiceContext, "guard" | "settings">, text: string): string {
  const url = guard.assertUrlAllowed(text)
  if (settings.LECTERN_EDITION === "hosted" && url.protocol !== "https:") {
    throw new InvalidInput("url: must be an https URL")
  }
  return url.href
}

function describeWebhook(webhook: WebhookRecord): Webhook {
  const { key: id, url, description, eventTypes, isActive, switchedOffBecause } = webhook
  return {
    id,
    url,
    description,
    events: [...eventTypes],
    active: isActive,
    switchedOffBecause,
    failingSince: timestampOrNull(webhook.failingSinceMs),
    lastAttemptAt: timestampOrNull(webhook.lastAttemptAtMs),
    createdAt: timestamp(webhook.createdAtMs),
  }
}
