/** Outputs of Sphinx other than web pages, for `.. only::`. */
const OTHER_OUTPUTS = /^(?:latex|latexpdf|man|text|texinfo|epub|gettext|xml)$/

/** Returns true if web pages show the content of `.. only::`. Tags that a project defines count as set. */
export function isForPages(expression: string): boolean {
  if (/[()]/.test(expression)) return true
  return expression.split(/\s+or\s+/).some((part) => part.split(/\s+and\s+/).every(isTrue))
}

function isTrue(word: string): boolean {
  const name = word.replace(/^not\s+/, "").trim()
  const isNegated = name !== word.trim()
  if (name === "html" || name === "builder_html") return !isNegated
  return OTHER_OUTPUTS.test(name) ? isNegated : true
}
