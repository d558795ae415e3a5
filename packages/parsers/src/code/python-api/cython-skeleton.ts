/** The start of a class, function or property of Cython. Functions that only C can call start with `cdef` and are not part of it. */
const CLASS = /^(?:cdef\s+)?(?:public\s+|api\s+)?class\s+(\w+)\s*(\([^()]{0,300}\))?/
const FUNCTION = /^(?:async )?(?:def|cpdef)\s/
const MAX_NAME_CHARACTERS = 300
const PROPERTY = /^property\s+(\w+)\s*:/
/** Statements that an outline reads. */
const STATEMENT = /^(?:from\s+[\w.]{1,200}\s+import\s|import\s|@|\w{1,100}\s*=(?!=))/
/** The start of a string, up to its quotation marks. */
const STRING = /^[rRuUbB]{0,2}("""|'''|"|')/
/** Longer headers are not read. */
const MAX_HEADER_LINES = 60
/** Maximum depth of nested classes. */
const MAX_DEPTH = 6

/**
 * Reduces Cython to the Python that an outline needs: classes, functions that Python can call, imports, values and their docstrings. Types of C
 * before the names of parameters, and all bodies, are removed.
 */
export function cythonSkeleton(text: string): string {
  return new Skeleton(text.split("\n")).write()
}

class Skeleton {
  readonly #lines: readonly string[]
  readonly #out: string[] = []
  #at = 0
  #depth = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  write(): string {
    this.#block(0)
    return this.#out.join("\n")
  }

  /** Writes the statements with an indentation of at least this, up to the first one with less. */
  #block(indent: number): void {
    this.#docstring(indent)
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ""
      const own = indentOf(line)
      if (own !== undefined && own < indent) return
      if (own === undefined) this.#at++
      else if (!this.#definition(line.trimStart(), own)) this.#statement(line.trimStart(), own)
    }
  }

  /** @returns false if no class, function or property starts here. */
  #definition(code: string, indent: number): boolean {
    const space = " ".repeat(indent)
    const [, className, bases = ""] = CLASS.exec(code) ?? []
    const property = PROPERTY.exec(code)?.[1]
    const name = FUNCTION.test(code) ? functionName(code) : undefined
    if (className !== undefined) this.#out.push(`${space}class ${className}${bases}:`)
    else if (property !== undefined) this.#out.push(`${space}@property`, `${space}def ${property}(self):`)
    else if (name !== undefined) {
      const header = this.#header()
      this.#out.push(`${space}def ${name}(${pythonParameters(header)}):`)
    } else return false
    this.#at++
    const inner = this.#innerIndent(indent)
    if (inner === undefined) this.#out.push(`${space} pass`)
    else if (className !== undefined && this.#depth < MAX_DEPTH) {
      this.#depth++
      this.#block(inner)
      this.#depth--
      this.#out.push(`${" ".repeat(inner)}pass`)
    } else {
      this.#docstring(inner)
      this.#out.push(`${" ".repeat(inner)}pass`)
      this.#skip(indent)
    }
    return true
  }

  /** Reads a header of one or more lines, and returns what is between its parentheses. The position stays at its last line. */
  #header(): string {
    let header = ""
    for (let count = 0; count < MAX_HEADER_LINES; count++) {
      header += `${withoutComment(this.#lines[this.#at] ?? "")} `
      const open = header.indexOf("(")
      const close = closing(header, open)
      if (close !== undefined) return header.slice(open + 1, close)
      if (this.#at + 1 >= this.#lines.length) break
      this.#at++
    }
    return ""
  }

  #statement(code: string, indent: number): void {
    const start = this.#at
    this.#skipString(this.#lines[start] ?? "")
    this.#at++
    this.#skip(indent)
    const isKept = STATEMENT.test(code) && !/^from\s.{0,200}\scimport\s/.test(code)
    if (isKept) this.#out.push(...this.#lines.slice(start, this.#at))
  }

  /** Copies the docstring at the start of a block. */
  #docstring(indent: number): void {
    let at = this.#at
    while (at < this.#lines.length && indentOf(this.#lines[at] ?? "") === undefined) at++
    const line = this.#lines[at] ?? ""
    if ((indentOf(line) ?? -1) < indent || !STRING.test(line.trimStart())) return
    this.#at = at
    this.#skipString(line)
    this.#out.push(...this.#lines.slice(at, this.#at + 1))
    this.#at++
  }

  /** Skips the lines that are indented deeper, and the strings in them. */
  #skip(indent: number): void {
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? ""
      const own = indentOf(line)
      if (own !== undefined && own <= indent && !/^\s*[)\]}]/.test(line)) return
      this.#skipString(line)
      this.#at++
    }
  }

  /** Moves to the last line of a string of several lines that starts in this line. */
  #skipString(line: string): void {
    const mark = /"""|'''/.exec(withoutComment(line))
    if (mark === null || line.includes(mark[0], mark.index + 3)) return
    let end = this.#at + 1
    while (end < this.#lines.length && this.#lines[end]?.includes(mark[0]) === false) end++
    if (end < this.#lines.length) this.#at = end
  }

  /** Returns the indentation of the next statement if it is deeper. */
  #innerIndent(indent: number): number | undefined {
    for (let at = this.#at; at < this.#lines.length; at++) {
      const own = indentOf(this.#lines[at] ?? "")
      if (own !== undefined) return own > indent ? own : undefined
    }
    return undefined
  }
}

/** Returns the word before the parameters: `feed` of `cpdef int feed(`. */
function functionName(code: string): string | undefined {
  const before = code.slice(0, Math.min(MAX_NAME_CHARACTERS, Math.max(0, code.indexOf("(")))).trimEnd()
  return /(?<!\w)\w{1,100}$/.exec(before.slice(-101))?.[0]
}

/** @returns undefined for an empty line or a comment. */
function indentOf(line: string): number | undefined {
  const code = line.trimStart()
  return code === "" || code.startsWith("#") ? undefined : line.length - code.length
}

function withoutComment(line: string): string {
  return /["']/.test(line) ? line : line.replace(/#.*$/, "")
}

function closing(text: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at >= 0 && at < text.length; at++) {
    if (/[([{]/.test(text[at] ?? "")) depth++
    else if (/[)\]}]/.test(text[at] ?? "") && --depth === 0) return at
  }
  return undefined
}

/** Removes types of C: `int count, object size=None, Pond pond not None` becomes `count, size=None, pond`. */
function pythonParameters(header: string): string {
  const parameters: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= header.length; at++) {
    const sign = header[at] ?? ","
    if (/[([{]/.test(sign)) depth++
    else if (/[)\]}]/.test(sign)) depth--
    else if (sign === "," && (depth === 0 || at === header.length)) {
      parameters.push(header.slice(from, at).trim())
      from = at + 1
    }
  }
  return parameters
    .filter((parameter) => parameter !== "")
    .map((parameter) => {
      const [, declared = "", value = ""] = /^([^=:]*)([^]*)$/.exec(parameter) ?? []
      const words = declared
        .trim()
        .slice(-100)
        .replace(/\s(?:not|or) None$/, "")
      const name = /(?:\*\*?\s?)?(?<!\w)\w{0,99}$|[*/]$/.exec(words)?.[0] ?? ""
      const bare = /^\*+\s?\w/.test(parameter) ? name.replaceAll(" ", "") : name.replace(/^\*+(?=\s?\w)/, "").trim()
      return `${bare}${value.replace(/^\*(?==)/, "None")}`
    })
    .join(", ")
}
