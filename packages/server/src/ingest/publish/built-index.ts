import type { SourceIndex } from "../read/build-index.ts"
import type { SourceChanges } from "./apply-source-changes.ts"

/** A finished index that has not been published. */
export interface BuiltIndex extends Omit<SourceIndex, "namedVersions"> {
  readonly kind: "built"
  readonly news: SourceChanges
  readonly recipe: string
  /** Embedder of the index's vectors; null if it has none. */
  readonly embedder: string | null
  /** File with the responses of hosts, to store for the next run. */
  readonly archivePath?: string | undefined
}
