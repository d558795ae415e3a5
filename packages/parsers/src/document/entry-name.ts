/** Longer headings are sentences, not names. */
const MAX_ENTRY_CHARS = 120

const SHAPES = [
  /^-{1,2}[a-z0-9][\w-]*([ =,].*)?$/i, // --flag, -f FILE
  /^[\w$@.:/\\<>[\]'"-]+\((.*)\)(\s*(->|:)\s*\S.*)?$/s, // call(), app.get(path, callback)
  /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/, // ENV_VAR
  /^[a-z$_][a-z0-9]*(_[a-z0-9]+)+$/i, // snake_name
  /^[a-z$_]+([A-Z][a-z0-9]*)+$/, // camelName
  /^[a-z][a-z0-9_]*:[\w,.<>-]+$/, // rule:argument,…
  /^[$@][\w.-]+$/, // $property, @decorator
  /^[a-z_$][\w$]*([.:]{1,2}[a-z_$][\w$]*)+$/, // app.locals, std::mem
]

/** Names of products that look like a member access. */
const PRODUCT = /^[a-z]+\.(js|io|net|com|org|ts|py|dev|ai|md|json|ya?ml|toml)$/i

/**
 * Returns true if a heading names one entry of a reference: a function, an option, a setting, a variable.
 *
 * @param text plain text of the heading.
 * @param isCode true if the whole heading is code.
 */
export function isEntryName(text: string, isCode: boolean): boolean {
  const name = text.trim()
  if (name === "" || name.length > MAX_ENTRY_CHARS) return false
  if (isCode) return true
  if (PRODUCT.test(name)) return false
  return SHAPES.some((shape) => shape.test(name)) && !/^[A-Z]?[a-z]+ .*\(/.test(name)
}
