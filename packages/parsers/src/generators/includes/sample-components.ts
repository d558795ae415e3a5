import { containsAny } from "../../base/contains-any.ts"
import { fenced } from "../../document/fences.ts"
import type { IncludeContext, SourceLine } from "./include-context.ts"
import { languageOfPath } from "./language-of-path.ts"
import type { MacroCall, MarkdownMacros } from "./markdown-macros.ts"
import { CODE_ENDINGS, pathsOfSample } from "./sample-files.ts"
import { dedent, EDITOR_REGIONS, type RegionMarks, selectRegion } from "./select-lines.ts"

/** A component alone on its line that has only texts as properties: `<CodeBlock example="koi" file="feed.rs" section="feed" />`. */
const COMPONENT = /^([ \t]*)<([A-Z]\w{0,60})((?:[ \t]+[a-z]\w{0,30}="[^"\n]{0,200}"){1,8})[ \t]*\/>[ \t]*$/
const PROPERTY = /([a-z]\w{0,30})="([^"\n]{0,200})"/g
const CODE_FILE = new RegExp(String.raw`\.${CODE_ENDINGS}$`, "i")
const FILE_PROPERTIES = ["file", "path", "src", "source", "filename"] as const
/** Properties that name an example, which is a folder. */
const EXAMPLE_PROPERTIES = ["example", "sample", "demo"] as const
const SECTION_PROPERTIES = ["section", "region", "snippet"] as const
/** The file of an example that a component shows if it names none. */
const MAIN_FILES = ["main.rs", "main.go", "main.py", "index.ts", "index.js", "App.java"]

/** Marks of a section, besides those of editors: `// <feed>` and `// </feed>`, `# [START feed]` and `# [END feed]`. */
const SECTION_MARKS: readonly RegionMarks[] = [
  {
    start: /^[ \t]*(?:\/\/|#|--|\/\*|<!--)[ \t]{0,9}<([\w-]{1,80})>[ \t]{0,9}(?:\*\/)?\r?$/,
    end: /^[ \t]*(?:\/\/|#|--|\/\*|<!--)[ \t]{0,9}<\/([\w-]{1,80})>/,
  },
  { start: /\[START ([\w-]+)\]/, end: /\[END ([\w-]+)\]/ },
  EDITOR_REGIONS,
]

/**
 * Components that a site defines itself to show a file of code or a section of one. What such a component does is not known; if its
 * properties name a file of the source, that file is inserted. Otherwise, the component is left to the parser.
 */
export const SAMPLE_COMPONENT_MACROS: MarkdownMacros = {
  isUsedIn: (text) =>
    containsAny(text, ...[...FILE_PROPERTIES, ...EXAMPLE_PROPERTIES].map((name) => ` ${name}="`)) &&
    text.includes("/>"),
  lines: [{ pattern: COMPONENT, expand: expandComponent }],
}

function expandComponent({ match, line, context }: MacroCall): readonly SourceLine[] | undefined {
  const [, indent = "", , written = ""] = match
  const properties = new Map([...written.matchAll(PROPERTY)].map(([, name = "", value = ""]) => [name, value]))
  const valueOf = (names: readonly string[]) => names.map((name) => properties.get(name)).find((value) => value)
  const file = valueOf(FILE_PROPERTIES)
  const example = valueOf(EXAMPLE_PROPERTIES)
  if ((file === undefined && example === undefined) || (file !== undefined && !CODE_FILE.test(file))) return undefined
  const found = findSample(file === undefined ? MAIN_FILES : [file], example, context)
  if (found === undefined) return undefined
  const section = valueOf(SECTION_PROPERTIES)
  const code = section === undefined ? withoutMarks(found.text) : sectionOf(found.text, section)
  if (code === undefined) return undefined
  const language = properties.get("language") ?? properties.get("lang") ?? languageOfPath(found.path)
  return context.linesAt(fenced(dedent(code.trimEnd()), language), line.at, indent)
}

/** Finds a file in the folder of an example, in its `src`, or in a folder of examples around the page. */
function findSample(names: readonly string[], example: string | undefined, context: IncludeContext) {
  for (const name of names) {
    const targets = example === undefined ? [name] : [`${example}/${name}`, `${example}/src/${name}`]
    const candidates = targets.flatMap((target) => pathsOfSample(target, context.path))
    // A name alone could be that of any file.
    const anywhere = targets.filter((target) => target.includes("/")).map((target) => `**/${target}`)
    for (const path of [...candidates, ...anywhere]) {
      const text = context.peek(path)
      if (text !== undefined) return { path: name, text }
    }
  }
  return undefined
}

function sectionOf(text: string, name: string): string | undefined {
  for (const marks of SECTION_MARKS) {
    const section = selectRegion(text, name, marks)
    if (section !== undefined) return section
  }
  return undefined
}

function withoutMarks(text: string): string {
  const isMark = (line: string) => SECTION_MARKS.some(({ start, end }) => start.test(line) || end.test(line))
  return text
    .split("\n")
    .filter((line) => !isMark(line))
    .join("\n")
}
