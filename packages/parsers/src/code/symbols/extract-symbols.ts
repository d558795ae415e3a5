import type { ParsedFile } from "../../document/document.ts"
import { outlineModule } from "../python-api/outline-module.ts"
import type { PythonModule } from "../python-api/python-module.ts"
import { parserOf } from "./grammars.ts"
import { sourceLanguageOf } from "./source-languages.ts"
import { writeModule } from "./write-module.ts"

/**
 * Reads the public symbols of a file of source code with their comments into a document.
 *
 * @throws {Error} that says why the file cannot be read.
 */
export async function readSourceCode(text: string, path: string): Promise<ParsedFile> {
  const language = sourceLanguageOf(path, text)
  if (language === undefined) throw new Error(`${path} is in no language that is read`)
  const parser = await parserOf(language.grammar)
  const tree = parser.parse(text)
  if (tree === null) throw new Error("it could not be parsed")
  try {
    const module = language.reader.read(tree.rootNode, text, path)
    const written = writeModule(module, {
      path,
      language: language.reader.language,
      separator: language.reader.separator,
      lineCount: text.split("\n").length,
    })
    const problems = tree.rootNode.hasError
      ? [
          {
            message: `parts of the file are no ${language.reader.language} that the parser knows; what could be read was kept`,
          },
        ]
      : []
    return { document: written.document, problems: [...problems, ...written.problems] }
  } finally {
    // The tree lies in memory that no collector looks after.
    tree.delete()
  }
}

/**
 * Reads what a module of Python offers.
 *
 * @throws {Error} that says why the file cannot be read.
 */
export async function outlineSourceCode(text: string): Promise<PythonModule> {
  const parser = await parserOf("python")
  const tree = parser.parse(text)
  if (tree === null) throw new Error("it could not be parsed")
  try {
    return outlineModule(tree.rootNode)
  } finally {
    tree.delete()
  }
}
