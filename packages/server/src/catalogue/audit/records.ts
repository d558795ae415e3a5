export interface AuditRecord {
  readonly key: string
  readonly atMs: number
  /** Name of the person, or the kind of caller. */
  readonly actor: string
  readonly actorKey: string | null
  readonly teamspaceKey: string | null
  readonly action: string
  /** What was acted on. */
  readonly subject: string
  readonly outcome: "done" | "refused"
  /** Address that the request came from. */
  readonly address: string | null
}

/** Where a page of the audit log ends. */
export type AuditPosition = Pick<AuditRecord, "atMs" | "key">

/** The audit log: grows at its end, loses only what is too old. */
export interface AuditStore {
  add(entry: Omit<AuditRecord, "key" | "atMs">): Promise<AuditRecord>
  /** Entries, newest first, that match everything that the filter names. */
  list(filter: {
    readonly teamspaceKey?: string
    readonly actor?: string
    /** Start of the action. */
    readonly actionPrefix?: string
    readonly outcome?: AuditRecord["outcome"]
    /** Only entries older than this one. */
    readonly before?: AuditPosition
    readonly limit: number
  }): Promise<readonly AuditRecord[]>
  /** Forgets what is older than a time. @returns how many. */
  prune(beforeMs: number, limit: number): Promise<number>
}
