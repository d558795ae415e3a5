import type { Block, CodeBlock, Document } from "../../document/document.ts"
import { loadCodeLanguageDetector } from "./detect-code-language.ts"

/** Blocks per page whose language is detected; the others stay without one. */
const MAX_BLOCKS = 500

/**
 * Sets the language of code blocks that have none, where it can be detected.
 *
 * @returns the same document when no language was detected.
 */
export function labelCode(document: Document): Document {
  const unlabelled = document.blocks.filter(isUnlabelled).slice(0, MAX_BLOCKS)
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

/** Loads what `labelCode` needs for a document. Unlike labelling, loading must not be interrupted. */
export function prepareLabels(document: Document): void {
  if (document.blocks.some(isUnlabelled)) loadCodeLanguageDetector()
}

function isUnlabelled(block: Block): block is CodeBlock {
  return block.kind === "code" && block.language === ""
}
