import { teamspaceOf, type Caller } from "../../access/identity/caller.ts"
import type { ServiceContext } from "../service-context.ts"

/** What the audit log tells about. */
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
  /** A person said no, or a service renews no token any more. */
  | "connection.refused"
  | "webhook.create"
  | "webhook.change"
  | "webhook.delete"
  | "settings.change"
  | "permissions.change"
  | "library.change"
  | "library.delete"
  | "request.refused"

/** One act for the audit log. */
export interface Act {
  readonly action: AuditAction
  /** What was acted on: a name or an identifier, never a secret; at most 500 characters are kept. */
  readonly subject: string
  /** `done` when left out. */
  readonly outcome?: "done" | "refused"
  /** Address that the request came from, where it is known. */
  readonly address?: string
  /** Teamspace that the act belongs to; the caller's own when left out. */
  readonly teamspaceKey?: string | null
}

/** Longest subject that is kept. */
const SUBJECT_MAX_CHARACTERS = 500

/** Writes an act into the audit log. Call it after the act, so that the log tells what happened. */
export async function recordAuditEntry(
  context: Pick<ServiceContext, "catalogue" | "settings">,
  caller: Caller,
  act: Act,
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
  return caller.kind === "user" ? caller.name : caller.kind
}
