import type { Caller } from "../../access/identity/caller.ts"
import type { LibraryRecord, SourceRecord } from "../../catalogue/libraries/records.ts"
import type { ServiceContext } from "../service-context.ts"
import { type AuditAction, recordAuditEntry } from "./record-audit-entry.ts"

/** A change of a library that the audit log records with its source. */
export type LibraryAction = Extract<AuditAction, `library.${string}`>

/** Adds the change of a library to the audit log, with the source of its documentation. */
export async function recordLibraryAction(
  context: Pick<ServiceContext, "catalogue" | "settings">,
  caller: Caller,
  action: LibraryAction,
  { id, source, teamspaceKey }: Pick<LibraryRecord, "id" | "source" | "teamspaceKey">,
): Promise<void> {
  await recordAuditEntry(context, caller, { action, subject: `${id} (${describeOrigin(source)})`, teamspaceKey })
}

function describeOrigin({ type, url, branch, folders, files }: SourceRecord): string {
  if (files !== undefined) return `${files.length} ${files.length === 1 ? "file" : "files"}`
  const parts = [`${type} ${url}`]
  if (branch !== null) parts.push(`branch ${branch}`)
  if (folders.length > 0) parts.push(`folders ${folders.join(", ")}`)
  return parts.join(", ")
}
