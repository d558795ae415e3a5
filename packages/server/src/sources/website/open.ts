import type { OpenRequest, SourceDependencies } from "../kind/source-kind.ts"
import type { SourceSnapshot } from "../base/source-file.ts"
import type { WebsiteSource } from "./options.ts"
import { openWebsiteSource } from "./website-source.ts"

/** Crawls a website. */
export function openWebsite(
  { source: { url, options }, archive, onProgress }: OpenRequest<WebsiteSource>,
  dependencies: SourceDependencies,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  return openWebsiteSource({ url, options, archive, onProgress }, dependencies, signal)
}
