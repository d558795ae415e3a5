import { countTokens } from "./tokens/count-tokens.ts"
import { renderHeader, renderSectionHeading } from "./render-snippet.ts"
import type { Snippet } from "./snippet.ts"

/**
 * Counts what a snippet costs in an answer, so that nothing needs to be counted when answers are packed.
 */
export function measureSnippet(
  snippet: Pick<Snippet, "headingPath" | "url" | "content">,
): Pick<Snippet, "tokens" | "contentTokens" | "headingTokens"> {
  const contentTokens = countTokens(`${snippet.content}\n\n`)
  return {
    contentTokens,
    headingTokens: countTokens(renderSectionHeading(snippet.headingPath)),
    tokens: countTokens(renderHeader(snippet.headingPath, snippet.url)) + contentTokens,
  }
}
