import type { Node } from "web-tree-sitter"
import type { CodeModule, CodeSymbol } from "./code-symbol.ts"

/** Reads the public side of a file out of its syntax tree. */
export interface LanguageReader {
  /** Label of code blocks. */
  readonly language: string
  /** What stands between a type and its member where they are written together. */
  readonly separator: string | ((member: CodeSymbol) => string)
  /**
   * @param source text of the file; indexes of nodes are those of its characters.
   * @param path of the file inside its source.
   */
  read(root: Node, source: string, path: string): CodeModule
}
