import { isMissingInclude } from "@lectern/contract"
import type { BenchmarkReport, IngestionReport } from "../../blobs/ingestion-report.ts"

/**
 * Lowers the score of a library whose pages lack includes. The questions are made from what was indexed, so they cannot
 * be about what is missing. The score is therefore multiplied by the share of pages that have all their includes.
 */
export function weighMissingIncludes(
  benchmark: BenchmarkReport,
  { indexed }: Pick<IngestionReport, "indexed">,
): BenchmarkReport {
  const incomplete = indexed.filter(({ problems }) => problems.some(isMissingInclude)).length
  if (incomplete === 0 || benchmark.score <= 0) return benchmark
  return { ...benchmark, score: Math.round(10 * benchmark.score * (1 - incomplete / indexed.length)) / 10 }
}
