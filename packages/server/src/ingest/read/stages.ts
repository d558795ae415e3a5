import {
  createIndexBuilder,
  INDEX_RECIPE,
  type IndexBuilder,
  SuspiciousTextFinder,
  TextAnalyser,
} from "@lectern/engine"
import type { BenchmarkIndex } from "../../upkeep/benchmark/benchmark-index.ts"
import type { EmbeddingStage } from "../../upkeep/embed-index.ts"
import type { OpenSource } from "../../sources/open-source.ts"
import type { IndexRequest, SourceIndex } from "./build-index.ts"
import type { RunWatch } from "../run-watch.ts"

/** The stages of an ingestion, created by `createStages`. */
export interface Stages {
  readonly openSource: OpenSource
  /**
   * Loads the code that parses and indexes files. Loading it takes longer than the rest of a worker's start, so this
   * runs while a source is fetched.
   */
  loadBuildIndex(): Promise<(request: IndexRequest, watch: RunWatch) => Promise<SourceIndex>>
  createIndexBuilder(path: string): IndexBuilder
  /** All jobs share one finder, because it prepares each rule when a text first contains a hint of it. */
  readonly finder: SuspiciousTextFinder
  /** Adds vectors; missing if no embedder is configured. */
  readonly embedding: EmbeddingStage | undefined
  /** Runs the benchmark of a finished index; missing if it is disabled. */
  readonly benchmarkIndex?: BenchmarkIndex | undefined
  /** Changes whenever a stage would produce a different result for the same source. */
  readonly recipe: string
}

/** Creates the stages; the functions for opening sources and embedding depend on the environment. */
export function createStages(
  openSource: OpenSource,
  embedding?: EmbeddingStage,
  benchmarkIndex?: BenchmarkIndex,
): Stages {
  // All jobs share one analyser: it has cached most words of a library since the last refresh, which saves a quarter of
  // the time.
  const analyser = new TextAnalyser()
  const finder = new SuspiciousTextFinder()
  return {
    openSource,
    loadBuildIndex: async () => (await import("./build-index.ts")).buildIndex,
    createIndexBuilder: (path) => createIndexBuilder(path, { analyser, finder }),
    finder,
    embedding,
    benchmarkIndex,
    recipe: INDEX_RECIPE,
  }
}
