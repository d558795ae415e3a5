import { normaliseLanguage } from "../../../document/language-label.ts"
import { shownSession, withoutSqlMarks } from "../../../document/shown-code.ts"
import { renderPlainMarkup } from "../blocks/inline.ts"
import { dedent } from "../blocks/lines.ts"
import type { Scope } from "../blocks/scope.ts"
import type { Directive } from "./directive.ts"

/** Writes a directive whose body is code. */
export function writeCode(scope: Scope, directive: Directive): void {
  const { argument } = directive
  const isPython = /^(?:doctest|testcode|ipython)$/.test(directive.name)
  const given = normaliseLanguage(argument.split(/\s+/)[0] ?? "")
  const named = /^(?:math|graphviz|mermaid|uml|digraph)$/.test(directive.name) ? directive.name : undefined
  const language =
    named ?? (isPython ? "python" : directive.name === "parsed-literal" ? "" : given === "" ? scope.language : given)
  const code =
    directive.name === "parsed-literal"
      ? directive.body.lines.map((line) => renderPlainMarkup(line, scope).text || line)
      : directive.body.lines
  const shown = directive.name === "math" && argument !== "" ? [argument, ...directive.body.lines] : code
  const title = directive.options["caption"] ?? directive.options["filename"]
  const written = dedent(shown).join("\n")
  const text = argument.endsWith("sql") ? withoutSqlMarks(written) : written
  const isSession = /^ *>>> /m.test(text) && directive.options["no-trim-doctest-flags"] === undefined
  scope.writer.code(
    language,
    isSession ? shownSession(text) : text,
    directive.lines,
    title === undefined ? undefined : scope.inline(title),
  )
}

/** Writes `.. code-tab:: language title`. */
export function writeCodeTab(scope: Scope, { argument, body, lines }: Directive): void {
  const tab = /^(\S+) *(.*)$/.exec(argument)
  if (tab === null) return scope.body(body)
  scope.writer.code(normaliseLanguage(tab[1] ?? ""), dedent(body.lines).join("\n"), lines, tab[2])
}
