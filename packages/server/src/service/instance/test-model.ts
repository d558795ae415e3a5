import type { ModelParams, ModelTest } from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { ModelFailure } from "../../models/errors.ts"
import type { Models } from "../../models/open-models.ts"
import type { ServiceContext } from "../service-context.ts"

/** Long, because a local model may have to be downloaded first. */
const TIMEOUT_MS = 50_000
const QUESTION = "How do I add a repository?"
const SNIPPETS = ["To add a repository, run `lectern add` with its address.", "Otters sleep on their backs."] as const

/** Sends a short example to a configured model. The example contains nothing from any library. */
export async function testModel(
  { models, clock }: Pick<ServiceContext, "models" | "clock">,
  _caller: Authorized<"changeSettings">,
  model: ModelParams["model"],
): Promise<ModelTest> {
  const startedMs = clock.now()
  const outcome = await tryModel(models, model)
  return { model, ...outcome, durationMs: Math.round(clock.now() - startedMs) }
}

async function tryModel(models: Models, model: ModelParams["model"]): Promise<Pick<ModelTest, "works" | "message">> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await CALLS[model](models, signal)
  } catch (error) {
    if (error instanceof ModelFailure) return { works: false, message: error.message }
    if (signal.aborted) return { works: false, message: `no response within ${TIMEOUT_MS / 1000} seconds` }
    throw error
  }
}

type Call = (models: Models, signal: AbortSignal) => Promise<Pick<ModelTest, "works" | "message">>

const NOT_CONFIGURED = { works: false, message: "not configured" }

const CALLS: Readonly<Record<ModelParams["model"], Call>> = {
  async embedder({ embedder }, signal) {
    if (embedder === undefined) return NOT_CONFIGURED
    const [vector] = await embedder.embed([QUESTION], "question", signal)
    return { works: true, message: `returned a vector of ${vector?.length ?? 0} dimensions` }
  },
  async reranker({ reranker }, signal) {
    if (reranker === undefined) return NOT_CONFIGURED
    const [right = 0, wrong = 0] = await reranker.rerank(QUESTION, SNIPPETS, signal)
    if (right > wrong) return { works: true, message: "ranked the matching snippet first" }
    return { works: false, message: "responds, but ranked a snippet that does not match first" }
  },
  async writer({ writer }, signal) {
    if (writer === undefined) return NOT_CONFIGURED
    const [content] = SNIPPETS
    const [text] = await writer.describeSnippets([{ library: "Example", headingPath: ["Add"], content }], signal)
    if (text === undefined) return { works: false, message: "responds, but not with a title and description" }
    return { works: true, message: `wrote the title “${text.title}”` }
  },
}
