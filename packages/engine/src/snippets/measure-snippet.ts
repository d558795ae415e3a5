import { countTokens } from "./tokens/count-tokens.ts"
import { longestSectionPath, renderSectionHeading, renderSource, renderTitle } from "./render-snippet.ts"
import type { Snippet } from "./snippet.ts"

/** Token counts shared by all snippets with the same heading path. */
interface HeadingTokens {
  readonly headingTokens: number
  /** Tokens of the line with the heading path, if there is one. */
  readonly titleTokens: number | undefined
}

/** The last heading path, because snippets are measured section by section. Paths are compared by identity. */
let latest: { readonly path: readonly string[]; readonly tokens: HeadingTokens } | undefined

/** Counts the tokens that a snippet adds to an answer, so that packing does not need to count any. */
export function measureSnippet(
  snippet: Pick<Snippet, "headingPath" | "url" | "content">,
): Pick<Snippet, "tokens" | "contentTokens" | "headingTokens"> {
  const { headingPath, url, content } = snippet
  const contentTokens = countTokens(`${content}\n\n`)
  if (latest?.path !== headingPath) latest = { path: headingPath, tokens: measureHeadings(headingPath) }
  const { headingTokens, titleTokens } = latest.tokens
  // No token spans the end of a line and letters of the next one, so the sum equals the count of the whole.
  const headerTokens = (titleTokens ?? countTokens(renderTitle(headingPath, url))) + countTokens(renderSource(url))
  return { contentTokens, headingTokens, tokens: headerTokens + contentTokens }
}

function measureHeadings(headingPath: readonly string[]): HeadingTokens {
  const isTitled = headingPath.some(Boolean)
  return {
    headingTokens: countTokens(renderSectionHeading(longestSectionPath(headingPath))),
    titleTokens: isTitled ? countTokens(renderTitle(headingPath, "")) : undefined,
  }
}
