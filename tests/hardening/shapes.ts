/** Creates an adversarial text of about this many characters. */
export type Shape = (characterCount: number) => string

/** Repeats a part. */
function repeated(part: string, start = "", end = ""): Shape {
  return (characterCount) => start + part.repeat(Math.ceil(characterCount / part.length)) + end
}

/** Creates lines with increasing indentation, up to 2,000 columns, repeatedly. */
function nested(mark: string): Shape {
  return (characterCount) => {
    const lines: string[] = []
    let length = 0
    for (let depth = 0; length < characterCount; depth = (depth + 1) % 2_000) {
      const line = `${" ".repeat(depth)}${mark}`
      lines.push(line)
      length += line.length + 1
    }
    return lines.join("\n")
  }
}

/** Creates increasingly long runs of a character, none of which closes another. */
function growing(character: string): Shape {
  return (characterCount) => {
    const runs: string[] = []
    for (let length = 0, run = 1; length < characterCount; run++) {
      runs.push(`${character.repeat(run)} a `)
      length += run + 3
    }
    return runs.join("")
  }
}

/** Creates a paragraph that refers to many footnotes, and the footnotes. */
function footnotesWith(reference: string, definition: string): Shape {
  return (characterCount) => {
    const count = Math.ceil(characterCount / (reference.length + definition.length + 8))
    const all = (part: string) => Array.from({ length: count }, (_, at) => part.replace("1", String(at))).join("")
    return `${all(reference)}\n\nText.\n\n${all(definition)}`
  }
}

/** Texts that slow down naive parsers: nesting, repetition, unclosed marks, white space, long lines. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  words: repeated("word after word ", "# Title\n\n"),
  "one long word": repeated("a"),
  spaces: repeated(" ", "a", "b"),
  tabs: repeated("\t", "# a", "b"),
  "line breaks": repeated("\n", "a", "b"),
  "spaces in code": repeated(" ", "```js\nlet a", "b\n```\n"),
  "blank lines of spaces": repeated("    \n", "a\n", "b"),
  "heading of tabs": repeated("\t", "# ", "#x"),
  "many headings": repeated("# a\n"),
  "nested quotes": repeated("> "),
  "nested lists": nested("- a"),
  "nested directives": nested(".. note::"),
  "ordered items": repeated("1. a\n"),
  "open brackets": repeated("["),
  "open images": repeated("!["),
  "link openings": repeated("[a]("),
  "long texts of links": repeated(`${"[".repeat(499)}](a{`),
  "template targets": repeated("]({{}}{"),
  "expression brackets": repeated("/}}{{/*-"),
  "open braces": repeated("{"),
  "open double braces": repeated("{{ a "),
  shortcodes: repeated("{{< a "),
  "open template tags": repeated("{% a "),
  emphasis: repeated("*a _b "),
  stars: repeated("*"),
  underscores: repeated("_a"),
  "growing backticks": growing("`"),
  "growing tildes": growing("~"),
  "open tags": repeated("<a"),
  "nested elements": repeated("<div>"),
  "unclosed code elements": repeated("<tt>a "),
  "many attributes": repeated(' a="b"', "<p", ">"),
  "attributes without a value": repeated(" a=", "<p", ">"),
  "open comments": repeated("<!-- "),
  "open CDATA": repeated("<![CDATA["),
  entities: repeated("&amp;&#x41;&x"),
  "wide table": repeated("|a", "", "|\n|-|-|\n"),
  "long table": repeated("|a|b|\n", "|a|b|\n|-|-|\n"),
  "grid table": repeated("+--+\n|a |\n", "", "+--+\n"),
  "grid borders": repeated("+--"),
  containers: repeated("::: a\n"),
  underlines: repeated("a\n=\n"),
  dashes: repeated("-"),
  "typed parameters": repeated("0: 000: 0, ", "```\n(0: >, ", "\n```\n"),
  "settings in code": repeated(" \n-=", "```\n-=", ";\n```\n"),
  options: repeated("?-, -", "-?, -"),
  "front matter": repeated("r:0\n\t\tr:0\n\t", "---\nsidebar:\n\t", "\n---\n"),
  "front matter lists": repeated("- ", "---\na: ", "\n---\n"),
  roles: repeated(":A"),
  "open roles": repeated(":a:`b <"),
  targets: repeated("\t", ":ref:`A", "<b`"),
  references: repeated("xref:a[<<"),
  anchors: repeated("[[a,"),
  attributes: repeated("{a}[^"),
  dollars: repeated("$$a$"),
  backslashes: repeated("\\"),
  "combining marks": repeated("é\u0301"),
  "wide characters": repeated("漢字🦦"),
  imports: repeated("import a from 'b'\n"),
  addresses: repeated("https://a.b/c?d=e&"),
  "e-mail addresses": repeated("a@b."),
  "nested arrays": repeated("["),
  "nested objects": repeated('{"a":'),
  footnotes: repeated("[^1]: a\n"),
  "footnotes of a paragraph": footnotesWith("[^1] ", "[^1]: a\n\n"),
  "footnotes of a paragraph, reStructuredText": footnotesWith("[1]_ ", ".. [1] a\n\n"),
  definitions: repeated("a\n: b\n"),
  // In paragraphs of 28 kB: longer ones are kept as they are.
  "open superscripts": repeated(`${"<sup>a\n".repeat(4_000)}\n`),
  "alternating fences": repeated("```\n~~~\n"),
  abbreviations: repeated("*[a]: b .\n"),
  macros: repeated('.B a\n.\\" \n.TS\n'),
  docstrings: repeated("*.:(()"),
  conditions: repeated("ifdef::a[]\n"),
  critic: repeated("{~~<"),
}
