import type { CreateKeyRequest, CreateKeyResponse, DoneResponse, ListKeysResponse } from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for the keys of the caller's account; available as `keys` of a `LecternClient`. */
export class KeysClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the active keys, newest first, without their values. */
  list(options?: CallOptions): Promise<ListKeysResponse> {
    return this.#json({ operation: "listKeys" }, options)
  }

  /** Creates a key; its value is returned only once. */
  create(request: CreateKeyRequest, options?: CallOptions): Promise<CreateKeyResponse> {
    return this.#json({ operation: "createKey", json: request }, options)
  }

  /** Revokes a key immediately and permanently. */
  revoke(keyId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "revokeKey", params: { id: keyId } }, options)
  }
}
