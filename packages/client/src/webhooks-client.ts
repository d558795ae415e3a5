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
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for outgoing webhooks; available as `webhooks` of a `LecternClient`. */
export class WebhooksClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the webhooks of the teamspace, oldest first. */
  list(options?: CallOptions): Promise<ListWebhooksResponse> {
    return this.#json({ operation: "listWebhooks" }, options)
  }

  /** Creates a webhook. Only this response contains its secret. */
  create(request: CreateWebhookRequest, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#json({ operation: "createWebhook", json: request }, options)
  }

  /** Changes a webhook. Omitted fields are unchanged. */
  update(webhookId: string, change: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook> {
    return this.#json({ operation: "updateWebhook", params: { id: webhookId }, json: change }, options)
  }

  /** Deletes a webhook with its deliveries. */
  delete(webhookId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteWebhook", params: { id: webhookId } }, options)
  }

  /** Replaces the secret of a webhook. Only this response contains the new one. */
  renewSecret(webhookId: string, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#json({ operation: "renewWebhookSecret", params: { id: webhookId } }, options)
  }

  /** Sends a test event and returns the result. */
  test(webhookId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#json({ operation: "testWebhook", params: { id: webhookId } }, options)
  }

  /** Lists the deliveries of a webhook, newest first. */
  listDeliveries(
    webhookId: string,
    query: Partial<ListDeliveriesQuery> = {},
    options?: CallOptions,
  ): Promise<ListDeliveriesResponse> {
    return this.#json({ operation: "listDeliveries", params: { id: webhookId }, query }, options)
  }

  /** Queues the event of a delivery again. */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#json({ operation: "redeliver", params: { id: webhookId, deliveryId } }, options)
  }
}
