import MarkdownIt, { type MarkdownIt as MarkdownEngine, type StateBlock } from "markdown-it"
import deflist from "markdown-it-deflist"
import { componentBlockRule } from "./component-rules.ts"
import { embedRule } from "./embed-rule.ts"
import { footnoteRule } from "./footnote-rule.ts"
import { htmlBlockRule } from "./html-block-rule.ts"
import { indentedContainerRule } from "./indented-container-rule.ts"
import { containerMarkerRule, tabLineRule, templateReferenceRule } from "./marker-rules.ts"
import { jsxTagBlockRule, jsxTagRule } from "./jsx-tag-rule.ts"
import { mathBlockRule, mathRule } from "./math-rules.ts"
import { usePlainStates } from "./plain-states.ts"
import { prepareInlineTokens } from "./prepare-inline.ts"
import {
  attributeLineRule,
  bodyShortcodeRule,
  shortcodeTagRule,
  tabTagRule,
  titledTagRule,
} from "./shortcode-block-rules.ts"
import { bracketedSpanRule } from "./inline/bracketed-span-rule.ts"
import { componentRule } from "./inline/component-rule.ts"
import { emphasisSignRule } from "./inline/emphasis-sign-rule.ts"
import { shortcodeRule } from "./inline/shortcode-rule.ts"
import { templateCallRule } from "./template-call-rule.ts"
import { unknownReferenceRule } from "./unknown-reference-rule.ts"
import { variantRule } from "./variant-rule.ts"

/** Deeper nesting is kept as text. Real pages nest fewer than 20 levels, and every level costs a pass over its lines. */
const MAX_NESTING = 48

/** Levels below markdown-it's limit that are reserved for the tokens of a container. */
const NESTING_RESERVE = 6

/** Rules that may end a paragraph, a list or a quotation. */
const INTERRUPTS = { alt: ["paragraph", "reference", "blockquote", "list"] }

/**
 * Creates a markdown-it instance with rules for the containers, shortcodes and definition lists of the common site generators. It keeps no
 * state between calls and can be reused.
 */
export function makeMarkdownEngine(): MarkdownEngine {
  const engine = new MarkdownIt({ html: true, linkify: false, maxNesting: MAX_NESTING })
  usePlainStates(engine)
  engine.use(deflist)
  // Link targets are dropped: checking and encoding them took a tenth of the time.
  engine.validateLink = () => true
  engine.normalizeLink = (url) => url
  engine.normalizeLinkText = (url) => url
  engine.block.ruler.at("html_block", htmlBlockRule, INTERRUPTS)
  engine.block.ruler.before("fence", "footnote_definition", footnoteRule, INTERRUPTS)
  engine.block.ruler.before("fence", "container_marker", containerMarkerRule, INTERRUPTS)
  engine.block.ruler.before("fence", "component", componentBlockRule, INTERRUPTS)
  engine.block.ruler.before("fence", "tab_line", tabLineRule, INTERRUPTS)
  engine.block.ruler.before("fence", "indented_container", indentedContainerRule, INTERRUPTS)
  engine.block.ruler.before("reference", "template_reference", templateReferenceRule)
  engine.block.ruler.before("fence", "body_shortcode", bodyShortcodeRule, INTERRUPTS)
  engine.block.ruler.before("fence", "embed", embedRule, INTERRUPTS)
  engine.block.ruler.before("fence", "shortcode_tag", shortcodeTagRule, INTERRUPTS)
  engine.block.ruler.before("fence", "jsx_tag_block", jsxTagBlockRule, INTERRUPTS)
  engine.block.ruler.before("fence", "tab_tag", tabTagRule, INTERRUPTS)
  engine.block.ruler.before("fence", "titled_tag", titledTagRule, INTERRUPTS)
  engine.block.ruler.before("fence", "template_call", templateCallRule, INTERRUPTS)
  engine.block.ruler.before("fence", "attribute_line", attributeLineRule, INTERRUPTS)
  engine.block.ruler.before("fence", "math_block", mathBlockRule, INTERRUPTS)
  engine.inline.ruler.before("escape", "math", mathRule)
  engine.inline.ruler.before("escape", "shortcode", shortcodeRule)
  engine.inline.ruler.before("escape", "component", componentRule)
  engine.inline.ruler.before("html_inline", "jsx_tag", jsxTagRule)
  engine.inline.ruler.after("link", "unknown_reference", unknownReferenceRule)
  engine.inline.ruler.after("unknown_reference", "bracketed_span", bracketedSpanRule)
  engine.core.ruler.before("inline", "prepare_inline", prepareInlineTokens)
  engine.core.ruler.push("emphasis_signs", emphasisSignRule)
  engine.core.ruler.push("variants", variantRule)
  keepFootnotes(engine)
  dropIndentedCode(engine)
  keepDeepNesting(engine)
  return engine
}

/** Parses `[^1]: https://…` as a footnote instead of a link definition. */
function keepFootnotes(engine: MarkdownEngine): void {
  const reference = engine.block.ruler.getRules("").find((rule) => rule.name === "reference")
  if (reference === undefined) return
  engine.block.ruler.at("reference", (state, startLine, endLine, isSilent) => {
    const at = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
    return state.src.startsWith("[^", at) ? false : reference(state, startLine, endLine, isSilent)
  })
}

/** Parses indented text on pages of MDX, which has no indented code, as the blocks that it contains. */
function dropIndentedCode(engine: MarkdownEngine): void {
  const code = engine.block.ruler.getRules("").find((rule) => rule.name === "code")
  if (code === undefined) return
  engine.block.ruler.at("code", (state, startLine, endLine, isSilent) => {
    if (state.env["isMdx"] !== true) return code(state, startLine, endLine, isSilent)
    const { blkIndent } = state
    const indent = state.sCount[startLine] ?? 0
    if (isSilent || indent - blkIndent < 4) return false
    state.blkIndent = indent
    // It counts as nesting, so that the depth is limited.
    state.level++
    engine.block.tokenize(state, startLine, endLine)
    state.level--
    state.blkIndent = blkIndent
    return true
  })
}

/** Keeps content that is nested too deeply as raw text; markdown-it would skip it. */
function keepDeepNesting(engine: MarkdownEngine): void {
  const tokenize = engine.block.tokenize.bind(engine.block)
  engine.block.tokenize = (state: StateBlock, startLine: number, endLine: number) => {
    if (state.level < MAX_NESTING - NESTING_RESERVE) return tokenize(state, startLine, endLine)
    let line = startLine
    while (line < endLine && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) line++
    const token = state.push("raw_text", "", 0)
    token.map = [startLine, line]
    token.content = state.getLines(startLine, line, state.blkIndent, false)
    state.line = line
  }
}
