import { tsPlugin } from "@sveltejs/acorn-typescript"
import { type AnyNode, type Options, Parser, type Program } from "acorn"

/** A node of the syntax tree. acorn's types lack the nodes of TypeScript, of which only those that wrap an expression are needed. */
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
 * Maximum number of tokens that the parser may read per character. Every token has at least one character, but the parser reads some tokens
 * repeatedly to distinguish types from values. Hostile code such as nested type assertions would take exponential time.
 */
const MAX_TOKENS_PER_CHARACTER = 10

/** A method of acorn's parser, missing in its types, that reads every token, including lookahead. */
interface TokenReader {
  nextToken(): void
}

/** Creates a parser that stops if it reads tokens again too often. */
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

/** The second parser is for files with JSX, where `<Type>value` has another meaning. */
const PARSERS = [bounded(Parser.extend(tsPlugin())), bounded(Parser.extend(tsPlugin({ jsx: true })))]
/** The plugin requires line positions. */
const OPTIONS: Options = { ecmaVersion: "latest", sourceType: "module", locations: true, allowHashBang: true }

/** Parses JavaScript or TypeScript; undefined if the code is invalid, too long, or too expensive to parse. */
export function parseScript(text: string): Program | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  for (const BoundedParser of PARSERS) {
    try {
      return new BoundedParser(OPTIONS, text).parse()
    } catch {
      // Without a valid configuration, pages are ordered by folder.
    }
  }
  return undefined
}
