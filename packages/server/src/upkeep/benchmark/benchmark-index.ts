import type { BenchmarkReport } from "../../blobs/ingestion-report.ts"

/** Asks an index questions made from its own snippets; questions that a model wrote about the library come first. */
export type BenchmarkIndex = (
  indexPath: string,
  asked: { readonly libraryKey: string; readonly signal: AbortSignal },
) => Promise<BenchmarkReport>
