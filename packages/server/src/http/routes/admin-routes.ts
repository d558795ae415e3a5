import { Readable } from "node:stream"
import {
  AnonymousPermissions,
  AuditQuery,
  AuditResponse,
  CreateUserRequest,
  DoneResponse,
  IdParams,
  ListUsersResponse,
  Settings,
  SettingsResponse,
  UpdatePermissionsRequest,
  UpdateUserRequest,
  User,
} from "@lectern/contract"
import {
  changePermissions,
  changeSettings,
  readPermissions,
  readSettingsOf,
} from "../../service/instance/instance-settings.ts"
import { exportAudit, listAudit } from "../../service/instance/list-audit-log.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import { beginSession } from "../../service/people/sign-in.ts"
import { createUser, deleteUser, listUsers, updateUser } from "../../service/people/users.ts"
import { transferTimeMs } from "../handling-time.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"
import { setSessionCookie } from "../session-cookie.ts"

/** Serves accounts, settings, anonymous permissions and the audit log. */
export function registerAdminRoutes(app: HttpApp, context: ServiceContext): void {
  registerUsers(app, context)
  registerSettings(app, context)
  for (const url of addressesOf("listAudit")) {
    const schema = { querystring: AuditQuery, response: { 200: AuditResponse } }
    app.get(url, { schema }, ({ caller, query }) => listAudit(context, caller, query))
  }
  for (const url of addressesOf("exportAudit")) {
    app.get(
      url,
      { handlerTimeout: transferTimeMs(context.settings), exposeHeadRoute: false },
      async ({ caller }, reply) => {
        const lines = Readable.from(exportAudit(context, caller))
        reply.header("content-disposition", 'attachment; filename="audit.jsonl"')
        return reply.type("application/x-ndjson; charset=utf-8").send(lines)
      },
    )
  }
}

function registerUsers(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("listUsers")) {
    app.get(url, { schema: { response: { 200: ListUsersResponse } } }, ({ caller }) => listUsers(context, caller))
  }
  for (const url of addressesOf("createUser")) {
    const schema = { body: CreateUserRequest, response: { 200: User } }
    app.post(url, { schema }, ({ caller, body }) => createUser(context, caller, body))
  }
  for (const url of addressesOf("updateUser")) {
    const schema = { params: IdParams, body: UpdateUserRequest, response: { 200: User } }
    app.patch(url, { schema }, async ({ caller, params, body, ip: address }, reply) => {
      const user = await updateUser(context, caller, params.id, body)
      // A new password or role ends every session; who changed their own goes on in a new one.
      const hasEnded = body.password !== undefined || body.role !== undefined
      if (hasEnded && caller.kind === "user" && caller.via === "session" && caller.userKey === user.id) {
        const self = await context.catalogue.users.byKey(user.id)
        const entrance = { address, signedInWith: "password", teamspaceKey: caller.teamspaceKey } as const
        if (self !== undefined) setSessionCookie(context, reply, (await beginSession(context, self, entrance)).token)
      }
      return user
    })
  }
  for (const url of addressesOf("deleteUser")) {
    const schema = { params: IdParams, response: { 200: DoneResponse } }
    app.delete(url, { schema }, async ({ caller, params }) => {
      await deleteUser(context, caller, params.id)
      return { message: "the account is deleted" }
    })
  }
}

function registerSettings(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("getSettings")) {
    app.get(url, { schema: { response: { 200: SettingsResponse } } }, ({ caller }) => readSettingsOf(context, caller))
  }
  for (const url of addressesOf("updateSettings")) {
    const schema = { body: Settings, response: { 200: SettingsResponse } }
    app.patch(url, { schema }, ({ caller, body }) => changeSettings(context, caller, body))
  }
  for (const url of addressesOf("getPermissions")) {
    const schema = { response: { 200: AnonymousPermissions } }
    app.get(url, { schema }, ({ caller }) => readPermissions(context, caller))
  }
  for (const url of addressesOf("updatePermissions")) {
    const schema = { body: UpdatePermissionsRequest, response: { 200: AnonymousPermissions } }
    app.patch(url, { schema }, ({ caller, body }) => changePermissions(context, caller, body))
  }
}
