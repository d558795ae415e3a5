import type { TestProgram } from "../../packages/server/src/http/program.testing.ts"

/** Queries that requests cause. The worker and the catalogue sync make other queries at any time. */
const ASKED_BY_REQUESTS: ReadonlySet<string> = new Set([
  ...["called", "byId", "byKey", "byKeys", "bySourceUrl", "update", "list", "newest"].map(
    (method) => `libraries.${method}`,
  ),
  ...["get", "ofLibrary", "ensure"].map((method) => `versions.${method}`),
  ...["byId", "add", "latestOf", "list"].map((method) => `jobs.${method}`),
  "visibilityRules.of",
])

/** A query for names alone: one row more or less is some bytes, whatever the library. */
const OF_NAMES = "libraries.newest"

/**
 * Records every such query to the stores of libraries, versions, jobs and rules, with the number of rows:
 * `libraries.called: 0 rows`. If queries and rows are the same, response times reveal nothing.
 */
export function countQuestions({ context: { catalogue } }: TestProgram): string[] {
  const asked: string[] = []
  for (const name of ["libraries", "versions", "jobs", "visibilityRules"] as const) {
    const store = catalogue[name] as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    for (const [method, call] of Object.entries(store)) {
      if (!ASKED_BY_REQUESTS.has(`${name}.${method}`)) continue
      store[method] = async (...given) => {
        const answer = await call.apply(store, given)
        const question = `${name}.${method}`
        asked.push(question === OF_NAMES ? question : `${question}: ${rowsOf(answer)} rows`)
        return answer
      }
    }
  }
  return asked
}

function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  return answer === undefined ? 0 : 1
}
