import { LIMITS, type LibraryBenchmark } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import { readReport } from "../../blobs/stored-report.ts"
import { findServableLibrary } from "./lookup/find-library.ts"
import type { LibraryServices } from "./library-services.ts"

/**
 * Returns the questions by which a library was scored when it was last published.
 *
 * @param request.libraryId without a version.
 * @returns score -1 without questions if it was never scored, for instance because it was imported.
 * @throws {LibraryMissing}
 */
export async function readBenchmark(
  context: LibraryServices,
  caller: Authorized<"readLibrary">,
  request: { readonly libraryId: string },
): Promise<LibraryBenchmark> {
  const library = await findServableLibrary(context, caller, request.libraryId)
  const current = await context.catalogue.versions.get(library.key, "")
  const report = await readReport(context.blobs, current?.reportHash ?? null)
  const benchmarkScore = library.given.benchmarkScore ?? report?.benchmark?.score ?? library.benchmarkScore
  return { ...describeBenchmark(library.id, report), benchmarkScore }
}

/** Returns the benchmark in a file report in the form of the contract. */
export function describeBenchmark(libraryId: string, report: IngestionReport | undefined): LibraryBenchmark {
  const { score = LIMITS.unknownScore, questions = [] } = report?.benchmark ?? {}
  return {
    libraryId,
    benchmarkScore: score,
    answerTokens: LIMITS.benchmarkAnswerTokens,
    questions: questions.map(({ kind, question, source, headingPath, isFound }) => {
      return { kind, question, source, headingPath: [...headingPath], found: isFound }
    }),
  }
}
