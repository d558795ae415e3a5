import { createIndexBuilder, INDEX_RECIPE, TextAnalyser } from "@lectern/engine"
import type { BenchmarkIndex } from "../../upkeep/benchmark/benchmark-index.ts"
import type { EmbeddingStage } from "../../upkeep/embed-index.ts"
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

/** Puts the program's own stages together; only how a source is opened and what embeds depend on the surroundings. */
export function createStages(
  openSource: OpenSource,
  embedding?: EmbeddingStage,
  benchmarkIndex?: BenchmarkIndex,
): Stages {
  // One analyser for all jobs: most words of a library are known from its last refresh, which saves a quarter of the time.
  const analyser = new TextAnalyser()
  return {
    openSource,
    loadReading: async () => {
      const { READING_STAGES } = await import("./reading-stages.ts")
      return { ...READING_STAGES, createIndexBuilder: (path) => createIndexBuilder(path, { analyser }) }
    },
    embedding,
    benchmarkIndex,
    recipe: INDEX_RECIPE,
  }
}
