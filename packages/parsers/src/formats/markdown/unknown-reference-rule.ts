import type { StateInline } from "markdown-it"

const TARGET = /\[([A-Za-z_][\w./:#?!=-]{0,200})?\]/y
/**
 * Plain words. If they name the target in another form, `[words][target]` is a reference; otherwise it may be a lookup with two keys, such
 * as `[section][key]`.
 */
const WORDS = /^[A-Za-z][A-Za-z -]{1,80}$/

/**
 * Inline rule for `` [`Fish`][pond.Fish] `` and `` [`Fish`][] `` if the page does not define the target: MkDocs finds it among the objects
 * of the whole site. The text is kept, as for any link.
 */
export function unknownReferenceRule(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91 || /[\w)\]]/.test(state.src.charAt(state.pos - 1))) return false
  const labelStart = state.pos + 1
  const labelEnd = state.md.helpers.parseLinkLabel(state, state.pos, true)
  if (labelEnd <= labelStart) return false
  TARGET.lastIndex = labelEnd + 1
  const target = TARGET.exec(state.src)
  if (target === null) return false
  const label = state.src.slice(labelStart, labelEnd)
  const isName =
    label.includes("`") || target[1] === undefined || /[.:#]/.test(target[1]) || namesTheSame(label, target[1])
  if (!isName) return false
  const end = TARGET.lastIndex
  if (!isSilent) {
    const max = state.posMax
    state.pos = labelStart
    state.posMax = labelEnd
    state.push("link_open", "a", 1)
    state.md.inline.tokenize(state)
    state.push("link_close", "a", -1)
    state.posMax = max
  }
  state.pos = end
  return true
}

/**
 * Returns true if words name the target: `[mappings][mapping]`, `[Enums][enum]`, `[date and time types][datetime]`,
 * `[init-only][fields-init-only-variables]`.
 */
function namesTheSame(label: string, target: string): boolean {
  if (!WORDS.test(label)) return false
  return label.includes(" ") || stem(label) === stem(target) || isPartOfHeadingId(label, target)
}

function isPartOfHeadingId(label: string, target: string): boolean {
  return /^[a-z\d]+(?:-[a-z\d]+){2,20}$/.test(target) && `-${target}-`.includes(`-${label.toLowerCase()}-`)
}

function stem(word: string): string {
  return word.toLowerCase().replace(/(?:ies|y|es|s)$/, "")
}
