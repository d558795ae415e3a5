import { teamspaceOf, type Caller } from "../../access/identity/caller.ts"
import type { ServiceContext } from "../service-context.ts"

/** Actions that the audit log records. */
export type AuditAction =
  | "session.begin"
  | "session.end"
  | "password.change"
  | "user.create"
  | "user.change"
  | "user.delete"
  | "key.create"
  | "key.revoke"
  | "encryption_key.rotate"
  | "invitation.create"
  | "invitation.accept"
  | "invitation.revoke"
  | "teamspace.create"
  | "teamspace.change"
  | "member.change"
  | "member.remove"
  | "project.create"
  | "project.change"
  | "project.delete"
  | "policy.change"
  | "access.change"
  | "connection.create"
  | "connection.delete"
  /** A person declined, or a service no longer refreshes a token. */
  | "connection.refused"
  | "webhook.create"
  | "webhook.change"
  | "webhook.delete"
  | "backup.request"
  | "settings.change"
  | "permissions.change"
  | "library.add"
  | "library.replace"
  | "library.refresh"
  | "library.version"
  | "library.version.delete"
  | "library.token"
  | "library.import"
  | "manifest.apply"
  | "library.change"
  | "library.move"
  | "library.delete"
  | "request.refused"

export interface AuditedAction {
  readonly action: AuditAction
  /** What the action changed: a name or an id, never a secret; at most 500 characters are stored. */
  readonly subject: string
  /** Defaults to `done`. */
  readonly outcome?: "done" | "refused"
  /** Address that the request came from, if known. */
  readonly address?: string
  /** Teamspace that the action belongs to; defaults to the caller's. */
  readonly teamspaceKey?: string | null
}

/** Maximum length of a stored subject. */
const SUBJECT_MAX_CHARACTERS = 500

/** Adds an entry to the audit log. Call it after the action has succeeded. */
export async function recordAuditEntry(
  context: Pick<ServiceContext, "catalogue" | "settings">,
  caller: Caller,
  act: AuditedAction,
): Promise<void> {
  const { action, subject, outcome = "done", address, teamspaceKey } = act
  await context.catalogue.audit.add({
    actor: nameOf(caller),
    actorKey: caller.kind === "user" ? caller.userKey : null,
    teamspaceKey: teamspaceKey === undefined ? teamspaceOf(caller, context.settings) : teamspaceKey,
    action,
    subject: subject.slice(0, SUBJECT_MAX_CHARACTERS),
    outcome,
    address: address ?? null,
  })
}

function nameOf(caller: Caller): string {
  if (caller.kind === "system" && caller.manager !== undefined) return `lectern.yaml ${caller.manager}`
  return caller.kind === "user" ? caller.name : caller.kind
}
