import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { newWebhookSecret, signDelivery } from "./sign-delivery.ts"

describe("signDelivery", () => {
  it("signs as the example of the Standard Webhooks scheme does", () => {
    const headers = signDelivery("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
      eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      atMs: 1_614_265_330_999,
      body: '{"test": 2432232314}',
    })

    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    })
  })

  it("signs with the bytes of a new secret, which is never the same", () => {
    const secrets = Array.from({ length: 50 }, newWebhookSecret)
    const [secret = ""] = secrets
    const bytes = Buffer.from(secret.slice("whsec_".length), "base64")
    const signed = signDelivery(secret, { eventId: "e", atMs: 5000, body: "é" })

    expect(new Set(secrets).size).toBe(50)
    expect(bytes).toHaveLength(32)
    const expected = createHmac("sha256", bytes).update("e.5.é").digest("base64")
    expect(signed["webhook-signature"]).toBe(`v1,${expected}`)
  })
})
