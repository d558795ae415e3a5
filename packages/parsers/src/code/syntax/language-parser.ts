import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol } from "./code-symbol.ts"

/** Extracts the public symbols of a file from its syntax tree. */
export interface LanguageParser {
  /** Label of code blocks. */
  readonly language: string
  /** Separator between a type and its member in a full name. */
  readonly separator: string | ((member: CodeSymbol) => string)
  /**
   * @param source text of the file; node indexes refer to its characters.
   * @param path of the file inside its source.
   */
  parse(root: Node, source: string, path: string): CodeModule
}
