import { CreateKeyRequest, CreateKeyResponse, DoneResponse, IdParams, ListKeysResponse } from "@lectern/contract"
import { createKey, listKeys, revokeKey } from "../../service/people/keys.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves the caller's own keys. */
export function registerKeyRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listKeys")) {
    app.get(url, { schema: { response: { 200: ListKeysResponse } } }, ({ caller }) => listKeys(context, caller))
  }
  for (const url of addressesOf("createKey")) {
    const schema = { body: CreateKeyRequest, response: { 200: CreateKeyResponse } }
    app.post(url, { schema }, ({ caller, body }) => createKey(context, caller, { name: body.name }))
  }
  for (const url of addressesOf("revokeKey")) {
    const schema = { params: IdParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await revokeKey(context, caller, params.id)
      return { message: "the key is revoked" }
    })
  }
}
