import type { SourceIndex } from "../read/build-index.ts"
import type { SourceChanges } from "./apply-source-changes.ts"

/** A finished index that nobody knows of yet. */
export interface BuiltIndex extends Omit<SourceIndex, "namedVersions"> {
  readonly kind: "built"
  readonly news: SourceChanges
  readonly recipe: string
  /** Whose vectors the index holds; null when it has none. */
  readonly embedder: string | null
  /** File with the answers of the hosts, to be kept for the next run. */
  readonly archivePath?: string | undefined
}
