/** A string, a comment, an opening bracket with the name before it, or another bracket. */
const PART = /"([^"\\\n]{0,300})"|'([^'\\\n]{0,300})'|#[^\n]*|(?<![\w.])([\w.]{0,100})\[|[\](){}]/g
/** A type that its module only knows later, written as a string: `"Pond"`, `"os.PathLike[str]"`. */
const TYPE = /^[A-Za-z_][\w.[\], |*]*$/
/** Subscripts whose strings are values or texts, not types. */
const WITH_VALUES = /^(?:\w+\.)*(?:Literal|Annotated)$|^[({]$/

/** Returns an annotation on one line as readers need it: without the quotes of types, comments and the comma after the last of several lines. */
export function shownType(written: string): string {
  const open: string[] = []
  const bare = written.replace(PART, (whole: string, double?: string, single?: string, name?: string) => {
    const content = double ?? single
    if (whole.startsWith("#")) return ""
    if (content !== undefined)
      return TYPE.test(content) && !open.some((each) => WITH_VALUES.test(each)) ? content : whole
    if (name !== undefined) open.push(name)
    else if (/[({]/.test(whole)) open.push(whole)
    else open.pop()
    return whole
  })
  return bare
    .replaceAll(/\s+/g, " ")
    .replaceAll("[ ", "[")
    .replaceAll(/,? ?\]/g, "]")
    .trim()
}
