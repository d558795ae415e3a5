import type { SearchResultItem } from "@lectern/contract"
import { formatSnippets } from "../terminal/draw-progress.ts"
import type { Terminal } from "../terminal/terminal.ts"

const MAX_VERSIONS = 5

/** Describes a library of a list in one line: its id, and what helps to choose. */
export function describeFoundLibrary(terminal: Terminal, library: SearchResultItem): string {
  const details = [
    ...(library.title === "" ? [] : [library.title.replace(/\s+/gu, " ")]),
    formatSnippets(library.totalSnippets),
    ...(library.trustScore < 0 ? [] : [`trust ${library.trustScore}`]),
    ...(library.versions.length === 0 ? [] : [describeVersions(library.versions)]),
    ...(library.state === "finalized" ? [] : [library.state]),
    ...(library.source === undefined ? [] : [library.source]),
  ]
  return `${terminal.style("bold", library.id)}  ${details.join(" · ")}`
}

function describeVersions(versions: readonly string[]): string {
  const more = versions.length > MAX_VERSIONS ? ` and ${versions.length - MAX_VERSIONS} more` : ""
  return `versions ${versions.slice(0, MAX_VERSIONS).join(", ")}${more}`
}
