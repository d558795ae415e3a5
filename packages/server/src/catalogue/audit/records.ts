export interface AuditRecord {
  readonly key: string
  readonly atMs: number
  /** Name of the user, or the kind of caller. */
  readonly actor: string
  readonly actorKey: string | null
  readonly teamspaceKey: string | null
  readonly action: string
  /** The object of the action. */
  readonly subject: string
  readonly outcome: "done" | "refused"
  /** Address of the client. */
  readonly address: string | null
}

/** Position after the last entry of a page. */
export type AuditPosition = Pick<AuditRecord, "atMs" | "key">

/** The audit log. Entries are only added, and deleted after the retention time. */
export interface AuditStore {
  add(entry: Omit<AuditRecord, "key" | "atMs">): Promise<AuditRecord>
  /** Lists the entries that match all given filters, newest first. */
  list(filter: {
    readonly teamspaceKey?: string
    readonly actor?: string | undefined
    /** Start of the action. */
    readonly actionPrefix?: string | undefined
    readonly outcome?: AuditRecord["outcome"] | undefined
    /** Only entries older than this one. */
    readonly before?: AuditPosition | undefined
    readonly limit: number
  }): Promise<readonly AuditRecord[]>
  /** Deletes entries from before a time. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>
}
