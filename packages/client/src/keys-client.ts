import type { CreateKeyRequest, CreateKeyResponse, DoneResponse, ListKeysResponse } from "@lectern/contract"
import type { CallOptions } from "./lectern-client.ts"
import type { SendJson } from "./send-request.ts"

/** The methods about the keys of the caller's account; reached as `keys` of a `LecternClient`. */
export class KeysClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the living keys, newest first, without their values. */
  list(options?: CallOptions): Promise<ListKeysResponse> {
    return this.#json({ operation: "listKeys" }, options)
  }

  /** Makes a key; its value is returned only once. */
  create(request: CreateKeyRequest, options?: CallOptions): Promise<CreateKeyResponse> {
    return this.#json({ operation: "createKey", json: request }, options)
  }

  /** Revokes a key, at once and for good. */
  revoke(keyId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "revokeKey", params: { id: keyId } }, options)
  }
}
