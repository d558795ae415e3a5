import { type Document, isCollection, parseDocument, Scalar, visit } from "yaml"

/** Maximum number of times that aliases are followed, because each can repeat a large part of the file. */
const MAX_ALIAS_COUNT = 50
/** Maximum length of a key that is written as a list or mapping. */
const MAX_KEY_CHARACTERS = 200

/**
 * Parses YAML of an untrusted file as data, as far as it is valid. Tags of languages, such as those of MkDocs plugins, are
 * ignored.
 *
 * @throws an error of the parser, for example if the file is nested too deeply.
 */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text, { logLevel: "silent", strict: false })
  return withPlainKeys(document, text).toJS({ maxAliasCount: MAX_ALIAS_COUNT })
}

/**
 * Replaces the keys of a document that are lists or mappings with their source text. The library turns them into text as
 * well, but needs time with the cube of their depth: 400 braces take 9 s.
 *
 * @returns the same document.
 */
export function withPlainKeys<Parsed extends Document | Document.Parsed>(document: Parsed, text: string): Parsed {
  visit(document, {
    Pair(_, pair) {
      if (!isCollection(pair.key)) return
      const [start = 0, end = start] = pair.key.range ?? []
      pair.key = new Scalar(text.slice(start, Math.min(end, start + MAX_KEY_CHARACTERS)))
    },
  })
  return document
}
