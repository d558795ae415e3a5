import type { ParsedFile } from "../../document/document.ts"
import { cythonSkeleton } from "../python-api/cython-skeleton.ts"
import { outlineCompiledModule, outlineModule } from "../python-api/outline-module.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { parserOf } from "./grammars.ts"
import { sourceLanguageOf } from "./source-languages.ts"
import { writeModule } from "../syntax/write-module.ts"

/**
 * Extracts the public symbols of a source file with their comments into a document.
 *
 * @throws {Error} with the reason if the file cannot be parsed.
 */
export async function extractSymbols(text: string, path: string): Promise<ParsedFile> {
  const language = sourceLanguageOf(path, text)
  if (language === undefined) throw new Error(`${path} cannot be parsed: its language is not supported`)
  const parser = await parserOf(language.grammar)
  const tree = parser.parse(text)
  if (tree === null) throw new Error("it could not be parsed")
  try {
    const module = language.parser.parse(tree.rootNode, text, path)
    const written = writeModule(module, {
      path,
      language: language.parser.language,
      separator: language.parser.separator,
      lineCount: text.split("\n").length,
    })
    const problems = tree.rootNode.hasError
      ? [
          {
            message: `parts of the file could not be parsed as ${language.parser.language} and were skipped`,
          },
        ]
      : []
    return { document: written.document, problems: [...problems, ...written.problems] }
  } finally {
    // The tree is in WebAssembly memory, which is not garbage collected.
    tree.delete()
  }
}

/**
 * Outlines a module of Python or Cython: its public names with signatures and docstrings.
 *
 * @param path of the file; Cython ends in `.pyx`.
 * @throws {Error} with the reason if the file cannot be parsed.
 */
export async function outlinePythonCode(text: string, path: string): Promise<PythonModule> {
  const isCython = path.endsWith(".pyx")
  const parser = await parserOf("python")
  const tree = parser.parse(isCython ? cythonSkeleton(text) : text)
  if (tree === null) throw new Error("it could not be parsed")
  try {
    return isCython ? outlineCompiledModule(tree.rootNode) : outlineModule(tree.rootNode)
  } finally {
    tree.delete()
  }
}
