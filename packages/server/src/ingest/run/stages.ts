import type { BenchmarkReport } from "../../blobs/ingestion-report.ts"
import { INDEX_RECIPE } from "@lectern/engine"
import type { EmbedIndex } from "../../upkeep/embed-index.ts"
import type { OpenSource } from "../../sources/open-source.ts"
import type { ReadingStages } from "./reading-stages.ts"

/** What an ingestion is made of; the real ones are put together by `createStages`. */
export interface Stages {
  readonly openSource: OpenSource
  /** Loads what reads the files of a source; the same ones every time. */
  loadReading(): Promise<ReadingStages>
  /** Adds vectors; missing where no embedder is configured. */
  readonly embedding: EmbeddingStage | undefined
  /** Asks a finished index; missing where nothing is to be known of that. */
  readonly benchmarkIndex?: BenchmarkIndex | undefined
  /** Changes whenever a stage would make something else of the same source. */
  readonly recipe: string
}

/** Asks an index questions made from its own passages, those that were written about passages of its library first. */
export type BenchmarkIndex = (
  indexPath: string,
  asked: { readonly libraryKey: string; readonly signal: AbortSignal },
) => Promise<BenchmarkReport>

/** An embedder as a stage. An index is no other because of it: vectors are added, and replaced when the embedder changes. */
export interface EmbeddingStage {
  readonly id: string
  readonly embedIndex: EmbedIndex
}

/** Puts the program's own stages together; only how a source is opened and what embeds depend on the surroundings. */
export function createStages(
  openSource: OpenSource,
  embedding?: EmbeddingStage,
  benchmarkIndex?: BenchmarkIndex,
): Stages {
  return {
    openSource,
    loadReading: async () => (await import("./reading-stages.ts")).READING_STAGES,
    embedding,
    benchmarkIndex,
    recipe: INDEX_RECIPE,
  }
}
