import type { Delimiter, Env, MarkdownIt as MarkdownEngine, StateBlock, StateInline, Token } from "markdown-it"

type Nesting = -1 | 0 | 1
type TokenClass = typeof Token
type StateInlineClass = typeof StateInline
type StateBlockClass = typeof StateBlock

/**
 * Makes an engine create its tokens and states with plain assignments. The distributed markdown-it uses a helper that defines each field of
 * a class by name, and calling it for every field of every token took a sixth of the parsing time.
 *
 * The fields and methods are those of markdown-it; the tests compare them.
 */
export function usePlainStates(engine: MarkdownEngine): void {
  const { inline, block } = engine
  const PlainToken = makeTokenClass(new inline.State("", engine, {}, []).Token)
  inline.State = makeStateInlineClass(inline.State, PlainToken)
  block.State = makeStateBlockClass(block.State, PlainToken)
}

function makeTokenClass(Original: TokenClass): TokenClass {
  return class extends withoutConstructor<Token>(Original.prototype) {
    constructor(type: string, tag: string, nesting: Nesting) {
      super()
      this.map = null
      this.level = 0
      this.children = null
      this.content = ""
      this.markup = ""
      this.info = ""
      this.block = false
      this.hidden = false
      this.type = type
      this.tag = tag
      this.attrs = null
      this.nesting = nesting
      this.meta = null
    }
  }
}

// Its length follows from the number of fields and methods of the class.
// oxlint-disable-next-line max-lines-per-function
function makeStateInlineClass(Original: StateInlineClass, PlainToken: TokenClass): StateInlineClass {
  return class extends withoutConstructor<StateInline>(Original.prototype) {
    constructor(src: string, md: MarkdownEngine, env: Env, outTokens: Token[]) {
      super()
      this.pos = 0
      this.level = 0
      this.pending = ""
      this.pendingLevel = 0
      this.cache = {}
      this.backticks = {}
      this.backticksScanned = false
      this.skipHtmlSpecial = false
      this.linkLevel = 0
      this.delimiters = []
      this._prev_delimiters = []
      this.Token = PlainToken
      this.src = src
      this.env = env
      this.md = md
      this.tokens = outTokens
      this.tokens_meta = Array.from({ length: outTokens.length })
      this.posMax = src.length
    }

    override pushPending(): Token {
      const token = new PlainToken("text", "", 0)
      token.content = this.pending
      token.level = this.pendingLevel
      this.tokens.push(token)
      this.pending = ""
      return token
    }

    override push(type: string, tag: string, nesting: Nesting): Token {
      if (this.pending !== "") this.pushPending()
      const token = new PlainToken(type, tag, nesting)
      let delimiters: { delimiters: Delimiter[] } | undefined
      if (nesting < 0) {
        this.level--
        this.delimiters = this._prev_delimiters.pop() ?? []
      }
      token.level = this.level
      if (nesting > 0) {
        this.level++
        this._prev_delimiters.push(this.delimiters)
        this.delimiters = []
        delimiters = { delimiters: this.delimiters }
      }
      this.pendingLevel = this.level
      this.tokens.push(token)
      this.tokens_meta.push(delimiters)
      return token
    }
  }
}

function makeStateBlockClass(Original: StateBlockClass, PlainToken: TokenClass): StateBlockClass {
  return class extends Original {
    override Token = PlainToken

    override push(type: string, tag: string, nesting: Nesting): Token {
      const token = new PlainToken(type, tag, nesting)
      token.block = true
      if (nesting < 0) this.level--
      token.level = this.level
      if (nesting > 0) this.level++
      this.tokens.push(token)
      return token
    }
  }
}

/** Returns a class with the methods of another one that can be extended without running its constructor. */
function withoutConstructor<Instance extends object>(prototype: Instance): new () => Instance {
  // oxlint-disable-next-line typescript/no-extraneous-class -- a class is the shortest way to an object with a prototype
  const Bare: new () => object = class {}
  Object.setPrototypeOf(Bare.prototype, prototype)
  return Bare as new () => Instance
}
