import { z } from "zod"
import type { SourceRecord } from "../../catalogue/libraries/records.ts"
import { recordWith } from "../base/record-fields.ts"

/** The part of the record that only a repository has. */
export const GitOptions = z.object({ teamspaceKey: z.string().optional().catch(undefined) })

/** A git repository at one branch. */
export interface GitSource {
  readonly kind: "git"
  /** Clone URL without credentials. */
  readonly url: string
  readonly hostKind: SourceRecord["hostKind"]
  /** Null: the default branch. */
  readonly branch: string | null
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  readonly skipVersionFiltering: boolean
  readonly generateDocs: boolean
  /** Encrypted access token or private key that the repository was added with. */
  readonly sealedToken: string | null
  /** Teamspace whose connected account opens the repository; null: none does. */
  readonly teamspaceKey: string | null
}

/** Reads a repository from its record. */
export function gitSourceOf({ type: _type, options, files: _files, ...fields }: SourceRecord): GitSource {
  return { kind: "git", ...fields, teamspaceKey: GitOptions.parse(options ?? {}).teamspaceKey ?? null }
}

/** Makes the record of a repository. */
export function gitRecordOf({ kind, url, teamspaceKey, ...fields }: GitSource): SourceRecord {
  return recordWith(kind, url, teamspaceKey === null ? fields : { ...fields, options: { teamspaceKey } })
}
