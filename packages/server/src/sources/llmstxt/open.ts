import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import { openLlmsTxtSource } from "./llmstxt-source.ts"
import type { LlmsTxtSource } from "./options.ts"

/** Fetches an llms.txt and the pages that it lists. */
export function openLlmsTxt(
  { source: { url }, archive, onProgress }: OpenRequest<LlmsTxtSource>,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return openLlmsTxtSource({ url, archive, onProgress }, dependencies, signal)
}
