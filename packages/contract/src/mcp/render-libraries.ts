import type { SearchResultItem } from "../libraries/libraries.ts"

/** More would take too much of the agent's context; the right library is usually among the first. */
const MAX_LIBRARIES = 10
/** Maximum number of listed versions, newest first; older ones can still be requested. */
const MAX_VERSIONS = 20
const MAX_DESCRIPTION_CHARACTERS = 400

const HIGH_TRUST_SCORE = 7
const MEDIUM_TRUST_SCORE = 4

/**
 * Writes search results as the text of `resolve-library-id`.
 *
 * @param results best first; at most 10 are written.
 * @returns one block of seven lines per library, separated by lines of ten hyphens.
 */
export function renderLibraries(results: readonly SearchResultItem[]): string {
  const blocks = results.slice(0, MAX_LIBRARIES).map((result) => renderLibrary(result))
  return `Available Libraries:\n\n${blocks.join("\n----------\n")}`
}

function renderLibrary(result: SearchResultItem): string {
  return [
    `- Title: ${oneLine(result.title)}`,
    `- Library ID: ${result.id}`,
    `- Description: ${shorten(oneLine(result.description))}`,
    `- Code Snippets: ${result.totalSnippets < 0 ? "Unknown" : result.totalSnippets}`,
    `- Source Reputation: ${nameReputation(result.trustScore)}`,
    `- Benchmark Score: ${result.benchmarkScore < 0 ? "Unknown" : result.benchmarkScore}`,
    `- Versions: ${renderVersions(result.versions)}`,
  ].join("\n")
}

/**
 * Describes the reputation of a source.
 *
 * @param trustScore 0 to 10, or negative if unknown.
 */
export function nameReputation(trustScore: number): "High" | "Medium" | "Low" | "Unknown" {
  if (trustScore < 0) {
    return "Unknown"
  }
  if (trustScore >= HIGH_TRUST_SCORE) {
    return "High"
  }
  return trustScore >= MEDIUM_TRUST_SCORE ? "Medium" : "Low"
}

function renderVersions(versions: readonly string[]): string {
  if (versions.length === 0) {
    return "none"
  }
  const listed = versions.slice(0, MAX_VERSIONS).join(", ")
  const unlisted = versions.length - MAX_VERSIONS
  return unlisted > 0 ? `${listed} and ${unlisted} more` : listed
}

/** A title or description with several lines would look like additional fields; invisible characters could hide words. */
function oneLine(text: string): string {
  return text
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length <= MAX_DESCRIPTION_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_DESCRIPTION_CHARACTERS - 1).join("")}…`
}
