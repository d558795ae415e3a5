import type { TeamspaceRole } from "../teamspaces/records.ts"

export interface InvitationRecord {
  readonly key: string
  readonly teamspaceKey: string
  /** For whom it is meant. */
  readonly label: string
  /** Role in the teamspace; in the self-hosted edition `owner` stands for an admin, `developer` for a member. */
  readonly role: TeamspaceRole
  readonly invitedBy: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly acceptedAtMs: number | null
}

/** Invitations into a teamspace; only hashes of their tokens are kept. */
export interface InvitationStore {
  add(
    invitation: Pick<InvitationRecord, "teamspaceKey" | "label" | "role" | "invitedBy" | "expiresAtMs"> & {
      readonly tokenHash: string
    },
  ): Promise<InvitationRecord>
  /** @returns the invitation with this hash, whether it can still be accepted or not. */
  byHash(tokenHash: string): Promise<InvitationRecord | undefined>
  byKey(key: string): Promise<InvitationRecord | undefined>
  /** Invitations of a teamspace that were not accepted, newest first. */
  open(teamspaceKey: string): Promise<readonly InvitationRecord[]>
  /** Marks an invitation as used. @returns false when it was used before. */
  accept(key: string, atMs: number): Promise<boolean>
  remove(key: string): Promise<boolean>
}
