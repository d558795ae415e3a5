import type { TeamspaceRole } from "../teamspaces/records.ts"

export interface InvitationRecord {
  readonly key: string
  readonly teamspaceKey: string
  /** The person it is for. */
  readonly label: string
  /** Role in the teamspace; in the self-hosted edition, `owner` means an admin and `developer` a member. */
  readonly role: TeamspaceRole
  readonly invitedBy: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly acceptedAtMs: number | null
}

/** Invitations to a teamspace; only the hashes of their tokens are stored. */
export interface InvitationStore {
  add(
    invitation: Pick<InvitationRecord, "teamspaceKey" | "label" | "role" | "invitedBy" | "expiresAtMs"> & {
      readonly tokenHash: string
    },
  ): Promise<InvitationRecord>
  /** @returns the invitation with this hash, even if it can no longer be accepted. */
  byHash(tokenHash: string): Promise<InvitationRecord | undefined>
  byKey(key: string): Promise<InvitationRecord | undefined>
  /** Lists the invitations of a teamspace that have not been accepted, newest first. */
  open(teamspaceKey: string): Promise<readonly InvitationRecord[]>
  /** Marks an invitation as used. @returns false if it was already used. */
  accept(key: string, atMs: number): Promise<boolean>
  remove(key: string): Promise<boolean>
}
