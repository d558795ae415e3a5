import { LRUCache } from "lru-cache"
import { Forbidden, InvalidApiKey, PasswordChangeRequired } from "../../access/errors.ts"
import { MAX_CACHED_CALLERS } from "../../access/identity/max-cached-callers.ts"
import { recordAuditEntry } from "../../service/audit/record-audit-entry.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../serving/http-app.ts"
import { MINUTE_MS } from "../../base/durations.ts"

/** The same refusal of the same caller is logged at most once per this interval, so that it cannot flood the log. */
const REPEAT_AFTER_MS = MINUTE_MS

/** Maximum number of logged refusals of unknown callers per minute, because a scanner would flood the log. */
const MAX_UNKNOWN_PER_MINUTE = 60

/**
 * Writes refused attempts to the audit log: missing permissions and invalid keys. Requests without a key are not
 * logged.
 */
export function auditRefusals(app: HttpApp, context: ServiceContext): void {
  const notedAtMs = new LRUCache<string, number>({ max: MAX_CACHED_CALLERS })
  let unknown = { minute: 0, count: 0 }

  function isFlood(nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS)
    unknown = minute === unknown.minute ? { minute, count: unknown.count + 1 } : { minute, count: 1 }
    return unknown.count > MAX_UNKNOWN_PER_MINUTE
  }

  app.addHook("onError", async (request, _reply, error) => {
    const { caller, ip: address } = request
    const isKnown = caller.kind !== "anonymous"
    const isRefused = error instanceof Forbidden || error instanceof PasswordChangeRequired
    const isWrongKey = error instanceof InvalidApiKey && (isKnown || request.hasCredential)
    if (!isRefused && !isWrongKey) return
    const subject = `${request.method} ${request.routeOptions.url ?? "?"}: ${error.message}`
    const nowMs = context.clock.now()
    const who = caller.kind === "user" ? caller.userKey : address
    const repetition = `${who} ${subject}`
    if (nowMs - (notedAtMs.get(repetition) ?? Number.NEGATIVE_INFINITY) < REPEAT_AFTER_MS) return
    if (!isKnown && isFlood(nowMs)) return
    notedAtMs.set(repetition, nowMs)
    const scope = isKnown ? {} : { teamspaceKey: null }
    await recordAuditEntry(context, caller, {
      action: "request.refused",
      subject,
      outcome: "refused",
      address,
      ...scope,
    })
  })
}
