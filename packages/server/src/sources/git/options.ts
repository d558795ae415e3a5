import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** Record options of a repository. */
export const GitOptions = z.object({
  teamspaceKey: z.string().optional().catch(undefined),
  tokenSetBy: z.string().optional().catch(undefined),
})

/** A git repository at one branch; `branch` is null for the default branch. */
export interface GitSource extends Omit<SourceRecord, "type" | "options" | "files"> {
  readonly kind: "git"
  /**
   * Account that set the token, which is used as long as the account is active. Null if the token was set for the
   * instance, or if there is none.
   */
  readonly tokenSetBy: string | null
  /** Teamspace whose connected account is used to fetch the repository; null for none. */
  readonly teamspaceKey: string | null
}

/** Converts a record to a git source. */
export function gitSourceOf({ type: _type, options, files: _files, ...fields }: SourceRecord): GitSource {
  const { teamspaceKey = null, tokenSetBy = null } = GitOptions.parse(options ?? {})
  return { kind: "git", ...fields, teamspaceKey, tokenSetBy }
}

/** Converts a git source to a record. */
export function gitRecordOf({ kind, url, teamspaceKey, tokenSetBy, ...fields }: GitSource): SourceRecord {
  const options = {
    ...(teamspaceKey === null ? {} : { teamspaceKey }),
    ...(tokenSetBy === null ? {} : { tokenSetBy }),
  }
  return recordWith(kind, url, Object.keys(options).length === 0 ? fields : { ...fields, options })
}
