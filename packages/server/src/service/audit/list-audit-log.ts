import { type Authorized, hasPermission } from "../../access/permissions/authorize.ts"
import type { AuditEntry, AuditQuery, AuditResponse } from "@lectern/contract"
import { teamspaceOf } from "../../access/identity/caller.ts"
import { InvalidInput } from "../../base/errors.ts"
import type { AuditPosition, AuditRecord } from "../../catalogue/audit/records.ts"
import { timestamp } from "../../base/timestamp.ts"
import { TeamMissing } from "../errors.ts"
import type { AuditServices } from "./audit-services.ts"

/** Entries per query of an export. */
const EXPORT_PAGE_ENTRIES = 500

/** Returns a page of the audit log, newest first: the whole log for operators of the instance, otherwise the teamspace's entries. */
export async function listAudit(
  context: AuditServices,
  caller: Authorized<"readAudit">,
  { limit, cursor, actor, action, outcome }: AuditQuery,
): Promise<AuditResponse> {
  const scope = scopeOf(context, caller)
  const before = cursor === undefined ? undefined : positionOf(cursor)
  const filter = { ...scope, actor, actionPrefix: action, outcome, before }
  const entries = await context.catalogue.audit.list({ ...filter, limit: limit + 1 })
  const shown = entries.slice(0, limit)
  const last = shown.at(-1)
  return {
    entries: shown.map(describeEntry),
    nextCursor: entries.length > limit && last !== undefined ? cursorOf(last) : null,
  }
}

/** Yields all entries that `listAudit` pages through, each as one line of JSON. */
export function exportAudit(
  context: AuditServices,
  caller: Authorized<"readAudit">,
): AsyncGenerator<string, void, undefined> {
  // Checked before the first line, so that a missing permission is an ordinary error.
  return auditLines(context, scopeOf(context, caller))
}

async function* auditLines(context: AuditServices, scope: AuditScope): AsyncGenerator<string, void, undefined> {
  let last: AuditRecord | undefined
  for (;;) {
    const page = await context.catalogue.audit.list({ ...scope, before: last, limit: EXPORT_PAGE_ENTRIES })
    for (const entry of page) yield `${JSON.stringify(describeEntry(entry))}\n`
    last = page.at(-1)
    if (page.length < EXPORT_PAGE_ENTRIES) return
  }
}

type AuditScope = { readonly teamspaceKey?: string }

function scopeOf(context: AuditServices, caller: Authorized<"readAudit">): AuditScope {
  if (hasPermission(context, caller, "readWholeAudit")) return {}
  const teamspaceKey = teamspaceOf(caller, context.settings)
  if (teamspaceKey === null) throw new TeamMissing("no teamspace: you are not a member of one")
  return { teamspaceKey }
}

function describeEntry({ key, atMs, actor, action, subject, outcome, teamspaceKey, address }: AuditRecord): AuditEntry {
  return { id: key, at: timestamp(atMs), actor, action, subject, outcome, teamspaceId: teamspaceKey, address }
}

function cursorOf({ atMs, key }: AuditPosition): string {
  return Buffer.from(`${atMs}:${key}`).toString("base64url")
}

function positionOf(cursor: string): AuditPosition {
  const text = Buffer.from(cursor, "base64url").toString("utf8")
  const [, digits, key] = /^(\d{1,15}):([0-9a-f]{20})$/.exec(text) ?? []
  if (digits === undefined || key === undefined)
    throw new InvalidInput("cursor: invalid. Use `nextCursor` from the previous page")
  return { atMs: Number(digits), key }
}
