import { Readable } from "node:stream"
import {
  changePermissions,
  changeSettings,
  readPermissions,
  readSettingsOf,
} from "../../../service/instance/instance-settings.ts"
import { exportAudit, listAudit } from "../../../service/audit/list-audit-log.ts"
import { readBackups, requestInstanceBackup } from "../../../service/instance/backups.ts"
import { readInstanceStatus } from "../../../service/instance/instance-status.ts"
import { readInstanceUsage } from "../../../service/usage/read-instance-usage.ts"
import { testModel } from "../../../service/instance/test-model.ts"
import type { ServiceContext } from "../../../service/service-context.ts"
import { beginSession } from "../../../service/people/sign-in.ts"
import { createUser, deleteUser, listUsers, updateUser } from "../../../service/people/users.ts"
import { transferTimeMs } from "../../hooks/handling-time.ts"
import type { HttpApp } from "../../serving/http-app.ts"
import { serve, type OperationHandler } from "../../serving/serve.ts"
import { setSessionCookie } from "../../serving/session-cookie.ts"

/** Serves accounts, settings, anonymous permissions and the audit log. */
export function registerAdminRoutes(app: HttpApp, context: ServiceContext): void {
  registerUsers(app, context)
  registerSettings(app, context)
  serve(app, "listAudit", ({ caller, query }) => listAudit(context, caller, query))
  const exportLines: OperationHandler<"exportAudit"> = async ({ caller }, reply) => {
    const lines = Readable.from(exportAudit(context, caller))
    reply.header("content-disposition", 'attachment; filename="audit.jsonl"')
    return reply.type("application/x-ndjson; charset=utf-8").send(lines)
  }
  serve(app, "exportAudit", exportLines, {
    handlerTimeout: transferTimeMs(context.settings),
    exposeHeadRoute: false,
  })
}

function registerUsers(app: HttpApp, context: ServiceContext): void {
  serve(app, "listUsers", ({ caller }) => listUsers(context, caller))
  serve(app, "createUser", ({ caller, body }) => createUser(context, caller, body))
  serve(app, "updateUser", async ({ caller, params, body, ip: address }, reply) => {
    const user = await updateUser(context, caller, params.id, body)
    // A new password or role ends every session; users who changed their own continue in a new one.
    const hasEnded = body.password !== undefined || body.role !== undefined
    if (hasEnded && caller.kind === "user" && caller.via === "session" && caller.userKey === user.id) {
      const self = await context.catalogue.users.byKey(user.id)
      const entrance = { address, signedInWith: "password", teamspaceKey: caller.teamspaceKey } as const
      if (self !== undefined) setSessionCookie(context, reply, (await beginSession(context, self, entrance)).token)
    }
    return user
  })
  serve(app, "deleteUser", async ({ caller, params }) => {
    await deleteUser(context, caller, params.id)
    return { message: "account deleted" }
  })
}

function registerSettings(app: HttpApp, context: ServiceContext): void {
  serve(app, "getInstanceStatus", ({ caller }) => readInstanceStatus(context, caller))
  serve(app, "getInstanceUsage", ({ caller, query }) => readInstanceUsage(context, caller, query))
  serve(app, "getBackups", ({ caller }) => readBackups(context, caller))
  serve(app, "requestBackup", ({ caller }) => requestInstanceBackup(context, caller))
  serve(app, "getSettings", ({ caller }) => readSettingsOf(context, caller))
  serve(app, "updateSettings", ({ caller, body }) => changeSettings(context, caller, body))
  serve(app, "testModel", ({ caller, params }) => testModel(context, caller, params.model))
  serve(app, "getPermissions", ({ caller }) => readPermissions(context, caller))
  serve(app, "updatePermissions", ({ caller, body }) => changePermissions(context, caller, body))
}
