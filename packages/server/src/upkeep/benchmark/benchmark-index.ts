import type { BenchmarkReport } from "../../blobs/ingestion-report.ts"

/**
 * Runs the benchmark of an index with questions about its own snippets. Questions that a model wrote are used first.
 */
export type BenchmarkIndex = (
  indexPath: string,
  asked: { readonly libraryKey: string; readonly signal: AbortSignal },
) => Promise<BenchmarkReport>
