import { tsPlugin } from "@sveltejs/acorn-typescript"
import { type AnyNode, type Options, Parser, type Program } from "acorn"

/** A node of the syntax tree. Nodes of TypeScript are not in acorn's types: only those that wrap an expression matter here. */
export type SyntaxNode = AnyNode | TypedExpression

/** `value as Type`, `value satisfies Type`, `<Type>value`, `value!`, and `export = value`. */
export interface TypedExpression {
  readonly type:
    | "TSAsExpression"
    | "TSSatisfiesExpression"
    | "TSTypeAssertion"
    | "TSNonNullExpression"
    | "TSInstantiationExpression"
    | "TSExportAssignment"
  readonly expression: AnyNode
}

/** Longer files are bundles, not configuration. A file of this size takes about 2 s. */
const MAX_CHARACTERS = 400_000
/**
 * Tokens that parsing may take per character. Every token has a character, but the parser reads some of them again to tell
 * types from values, and would take exponential time for hostile code such as nested type assertions.
 */
const MAX_TOKENS_PER_CHARACTER = 10

/** The method of acorn's parser, left out of its types, that reads every token, also while it looks ahead. */
interface TokenReader {
  nextToken(): void
}

/** Makes a parser that stops when it reads tokens again too often. */
function bounded(parser: typeof Parser) {
  const base = parser as unknown as new (options: Options, input: string) => Parser & TokenReader
  return class extends base {
    #tokensLeft = MAX_TOKENS_PER_CHARACTER * this.input.length

    override nextToken(): void {
      if (--this.#tokensLeft < 0) throw new Error("the code takes too long to parse")
      super.nextToken()
    }
  }
}

/** The second one for files with JSX, where `<Type>value` has another meaning. */
const PARSERS = [bounded(Parser.extend(tsPlugin())), bounded(Parser.extend(tsPlugin({ jsx: true })))]
/** The plugin needs the positions of lines. */
const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "module", locations: true, allowHashBang: true }

/** Parses JavaScript or TypeScript; undefined when the code is broken, too long, or too hard to parse. */
export function parseScript(text: string): Program | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  for (const BoundedParser of PARSERS) {
    try {
      return new BoundedParser(OPTIONS, text).parse()
    } catch {
      // A broken configuration names nothing; the pages are then ordered by folder.
    }
  }
  return undefined
}
