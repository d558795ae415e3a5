import { CreateKeyRequest, CreateKeyResponse, DoneResponse, IdParams, ListKeysResponse } from "@lectern/contract"
import { UpdateUserRequest, User } from "@lectern/contract"
import { changePassword, createKey, listKeys, revokeKey } from "../../service/keys.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import { timestamp } from "../../service/describe-job.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"
import { RequestInvalid } from "../validate-request.ts"

/** Serves the caller's own keys and password. */
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
  for (const url of addressesOf("updateUser")) {
    const schema = { params: IdParams, body: UpdateUserRequest, response: { 200: User } }
    app.patch(url, { schema }, async ({ caller, params, body }) => {
      const { password, currentPassword, role, active } = body
      if (role !== undefined || active !== undefined || password === undefined || currentPassword === undefined) {
        const message = "only the own password can be changed yet: send password and currentPassword, nothing else"
        throw new RequestInvalid("validation_error", message)
      }
      const user = await changePassword(context, caller, { user: params.id, password, currentPassword })
      const { key: id, name, isActive, createdAtMs } = user
      return { id, name, role: user.role, active: isActive, createdAt: timestamp(createdAtMs) }
    })
  }
}
