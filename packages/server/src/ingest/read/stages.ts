import { createIndexBuilder, INDEX_RECIPE, type IndexBuilder, TextAnalyser } from "@lectern/engine"
import type { BenchmarkIndex } from "../../upkeep/benchmark/benchmark-index.ts"
import type { EmbeddingStage } from "../../upkeep/embed-index.ts"
import type { OpenSource } from "../../sources/open-source.ts"
import type { IndexRequest, SourceIndex } from "./build-index.ts"
import type { RunWatch } from "../run-watch.ts"

/** The stages of an ingestion; the real ones are put together by `createStages`. */
export interface Stages {
  readonly openSource: OpenSource
  /**
   * Loads what parses and indexes the files of a source. That takes longer than anything else that a worker does at its
   * start, so it happens while a source is fetched.
   */
  loadBuildIndex(): Promise<(request: IndexRequest, watch: RunWatch) => Promise<SourceIndex>>
  createIndexBuilder(path: string): IndexBuilder
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
    loadBuildIndex: async () => (await import("./build-index.ts")).buildIndex,
    createIndexBuilder: (path) => createIndexBuilder(path, { analyser }),
    embedding,
    benchmarkIndex,
    recipe: INDEX_RECIPE,
  }
}
