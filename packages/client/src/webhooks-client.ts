import type {
  CreateWebhookRequest,
  DoneResponse,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "@lectern/contract"
import type { CallOptions } from "./lectern-client.ts"
import type { SendJson } from "./send-request.ts"

const PATH = "/api/v2/webhooks"

/** The methods about who is told of events; reached as `webhooks` of a `LecternClient`. */
export class WebhooksClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the webhooks of the teamspace, oldest first. */
  list(options?: CallOptions): Promise<ListWebhooksResponse> {
    return this.#json({ method: "GET", path: PATH }, options)
  }

  /** Makes a webhook; only this answer holds its secret. */
  create(request: CreateWebhookRequest, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#json({ method: "POST", path: PATH, json: request }, options)
  }

  /** Changes a webhook: what is left out stays. */
  update(webhookId: string, change: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook> {
    return this.#json({ method: "PATCH", path: pathOf(webhookId), json: change }, options)
  }

  /** Deletes a webhook with its deliveries. */
  delete(webhookId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ method: "DELETE", path: pathOf(webhookId) }, options)
  }

  /** Gives a webhook another secret; only this answer holds it. */
  renewSecret(webhookId: string, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#json({ method: "POST", path: `${pathOf(webhookId)}/secret` }, options)
  }

  /** Sends a test event and tells what came of it. */
  test(webhookId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#json({ method: "POST", path: `${pathOf(webhookId)}/test` }, options)
  }

  /** Lists the deliveries of a webhook, newest first. */
  listDeliveries(
    webhookId: string,
    query: Partial<ListDeliveriesQuery> = {},
    options?: CallOptions,
  ): Promise<ListDeliveriesResponse> {
    return this.#json({ method: "GET", path: `${pathOf(webhookId)}/deliveries`, query }, options)
  }

  /** Queues an event of a delivery once more. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `${pathOf(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`
    return this.#json({ method: "POST", path, successes: [202] }, options)
  }
}

function pathOf(webhookId: string): string {
  return `${PATH}/${encodeURIComponent(webhookId)}`
}
