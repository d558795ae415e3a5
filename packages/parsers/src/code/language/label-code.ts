import type { CodeBlock, Document } from "../../document/document.ts"
import { loadCodeLanguageDetector } from "./detect-code-language.ts"

/** Blocks of one page that are looked at; the rest keeps no language. */
const MAX_BLOCKS = 500

/**
 * Names the language of code that its page gives none, where it shows.
 *
 * @returns the same document when nothing was found.
 */
export function labelCode(document: Document): Document {
  const unlabelled = document.blocks
    .filter((block): block is CodeBlock => block.kind === "code" && block.language === "")
    .slice(0, MAX_BLOCKS)
  if (unlabelled.length === 0) return document
  const detect = loadCodeLanguageDetector()
  const labelled = new Map<CodeBlock, CodeBlock>()
  for (const block of unlabelled) {
    const language = detect(block.code)
    if (language !== "") labelled.set(block, { ...block, language })
  }
  if (labelled.size === 0) return document
  return {
    ...document,
    blocks: document.blocks.map((block) => (block.kind === "code" ? (labelled.get(block) ?? block) : block)),
  }
}
