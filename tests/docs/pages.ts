import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** The root of the project. */
export const projectRoot = resolve(import.meta.dirname, "../..")

/** A page of the documentation: its path from the root of the project, and its text. */
export interface DocumentationPage {
  readonly path: string
  readonly text: string
}

/** Reads one page. */
export function readPage(path: string): DocumentationPage {
  return { path, text: readFileSync(join(projectRoot, path), "utf8") }
}

/** Reads all pages: those at the root, `docs/` with the decision records, and the evaluation log. */
export function readPages(): readonly DocumentationPage[] {
  const markdownIn = (folder: string) =>
    readdirSync(join(projectRoot, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name))
  return [...markdownIn("."), ...markdownIn("docs"), ...markdownIn("docs/decisions"), ...markdownIn("eval")].map(
    readPage,
  )
}

/** Code between fences; a fence may be longer than three characters, to contain another one. */
const FENCED = /^(`{3,})[\s\S]*?^\1`*$/gm

/** Removes fenced code and code spans, which leaves the prose. */
export function proseOf(text: string): string {
  return text.replaceAll(FENCED, "").replaceAll(/`[^`\n]*`/g, "")
}

/** Finds the headings outside fences, as text. */
export function headingsOf(text: string): readonly string[] {
  const unfenced = text.replaceAll(FENCED, "")
  return [...unfenced.matchAll(/^#{1,6} +(.+?) *$/gm)].map((match) => match[1] ?? "")
}

/** Returns the anchor that git hosts give a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-")
}
