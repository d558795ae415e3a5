/** How a directive is written (see `write-directive.ts`). */
export type DirectiveKind =
  | "admonition"
  | "code"
  | "code-tab"
  | "hidden"
  | "module"
  | "object"
  | "quotation"
  | "wrapper"
  | "only"
  | "highlight"
  | "raw"
  | "include"
  | "image"
  | "table"
  | "glossary"
  | "name-list"
  | "unknown"

/** Kinds of directives that Sphinx, docutils and common extensions define, by name. */
const KINDS: Readonly<Record<string, DirectiveKind>> = {
  // Boxes with a title.
  attention: "admonition",
  caution: "admonition",
  danger: "admonition",
  error: "admonition",
  hint: "admonition",
  important: "admonition",
  note: "admonition",
  tip: "admonition",
  warning: "admonition",
  seealso: "admonition",
  admonition: "admonition",
  topic: "admonition",
  sidebar: "admonition",
  legacy: "admonition",
  deepalchemy: "admonition",
  "impl-detail": "admonition",
  availability: "admonition",
  versionadded: "admonition",
  "version-added": "admonition",
  versionchanged: "admonition",
  "version-changed": "admonition",
  deprecated: "admonition",
  "deprecated-removed": "admonition",
  "soft-deprecated": "admonition",
  "version-deprecated": "admonition",
  versionremoved: "admonition",
  "version-removed": "admonition",
  // Directives whose body is code.
  "code-block": "code",
  sourcecode: "code",
  code: "code",
  "parsed-literal": "code",
  prompt: "code",
  console: "code",
  ipython: "code",
  "jupyter-execute": "code",
  doctest: "code",
  testcode: "code",
  testoutput: "code",
  productionlist: "code",
  math: "code",
  graphviz: "code",
  mermaid: "code",
  uml: "code",
  digraph: "code",
  "program-output": "code",
  "command-output": "code",
  "highlight-block": "code",
  "code-example": "code",
  "click:example": "code",
  "click:run": "code",
  "click:source": "code",
  "code-tab": "code-tab",
  "tab-code": "code-tab",
  // Directives that pages do not show. `testsetup` and `testcleanup` run before or after an example.
  toctree: "hidden",
  todo: "hidden",
  todolist: "hidden",
  contents: "hidden",
  index: "hidden",
  meta: "hidden",
  sectionauthor: "hidden",
  codeauthor: "hidden",
  moduleauthor: "hidden",
  currentmodule: "hidden",
  "default-role": "hidden",
  "default-domain": "hidden",
  role: "hidden",
  tabularcolumns: "hidden",
  sectnum: "hidden",
  header: "hidden",
  footer: "hidden",
  "target-notes": "hidden",
  testsetup: "hidden",
  testcleanup: "hidden",
  program: "hidden",
  namespace: "hidden",
  currentlibrary: "hidden",
  title: "hidden",
  "sphinx-toolbox": "hidden",
  "autosummary-options": "hidden",
  "raw-latex": "hidden",
  "only-latex": "hidden",
  bibliography: "hidden",
  // Only the description of a module is shown.
  module: "module",
  // Directives that describe one object of an API or a configuration.
  function: "object",
  class: "object",
  method: "object",
  classmethod: "object",
  staticmethod: "object",
  attribute: "object",
  property: "object",
  data: "object",
  exception: "object",
  decorator: "object",
  decoratormethod: "object",
  confval: "object",
  setting: "object",
  option: "object",
  envvar: "object",
  describe: "object",
  object: "object",
  command: "object",
  signal: "object",
  event: "object",
  stat: "object",
  state: "object",
  control: "object",
  type: "object",
  macro: "object",
  struct: "object",
  union: "object",
  enum: "object",
  enumerator: "object",
  member: "object",
  var: "object",
  variable: "object",
  directive: "object",
  "rst:directive": "object",
  "rst:role": "object",
  cmdoption: "object",
  fieldlookup: "object",
  templatetag: "object",
  templatefilter: "object",
  "django-admin": "object",
  "django-admin-option": "object",
  click: "object",
  reqmeta: "object",
  interface: "object",
  trait: "object",
  constant: "object",
  "namespace-push": "object",
  alias: "object",
  // Directives without an argument, whose text may start on the line of their name.
  "pull-quote": "quotation",
  epigraph: "quotation",
  highlights: "quotation",
  "line-block": "quotation",
  compound: "quotation",
  // Directives that only arrange their content; their argument is not text.
  tabs: "wrapper",
  "tab-set": "wrapper",
  container: "wrapper",
  "rst-class": "wrapper",
  hlist: "wrapper",
  grid: "wrapper",
  ifconfig: "wrapper",
  div: "wrapper",
  "sphinx-tabs": "wrapper",
  "card-carousel": "wrapper",
  cssclass: "wrapper",
  layout: "wrapper",
  align: "wrapper",
  changelog: "wrapper",
  "button-ref": "wrapper",
  "button-link": "wrapper",
  only: "only",
  highlight: "highlight",
  raw: "raw",
  include: "include",
  literalinclude: "include",
  image: "image",
  figure: "image",
  "list-table": "table",
  "csv-table": "table",
  glossary: "glossary",
  autosummary: "name-list",
}

/** Titles of version notes, as Sphinx shows them. */
const VERSION_NOTES: Readonly<Record<string, string>> = {
  versionadded: "New in version",
  "version-added": "New in version",
  versionchanged: "Changed in version",
  "version-changed": "Changed in version",
  deprecated: "Deprecated since version",
  "deprecated-removed": "Deprecated since version",
  "soft-deprecated": "Soft deprecated since version",
  "version-deprecated": "Deprecated since version",
  versionremoved: "Removed in version",
  "version-removed": "Removed in version",
}

/** Directives of autodoc, which documents Python objects from their source code. */
const AUTO_DIRECTIVE =
  /^auto(?:class|function|method|attribute|data|exception|module|property|decorator|protocol|enum|type|typevar|object|program|model|pydantic_\w+)$/

/** Returns the kind of a directive. Its name is in lower case and may include a domain: `py:function`, `js:class`. */
export function directiveKindOf(name: string): DirectiveKind {
  const kind = knownKindOf(name)
  if (kind !== undefined) return kind
  const local = localNameOf(name)
  const localKind = knownKindOf(local)
  if (localKind === "hidden" || localKind === "module") return localKind
  return isAutoDirective(local) || isDomainObject(name) ? "object" : "unknown"
}

/** Returns true for the name of an object directive, whose argument may be several lines of signatures. */
export function isObjectDirective(name: string): boolean {
  return directiveKindOf(name) === "object" || isDomainObject(name)
}

/** Returns true if pages do not show a directive. */
export function isHiddenDirective(name: string): boolean {
  const kind = knownKindOf(name)
  return kind === "hidden" || kind === "module"
}

/** Returns true if a directive only arranges its content. */
export function isWrapperDirective(name: string): boolean {
  const kind = knownKindOf(name)
  return kind === "wrapper" || kind === "only"
}

/** Returns the title of a version note, such as `versionadded`. */
export function versionNoteOf(name: string): string | undefined {
  return Object.hasOwn(VERSION_NOTES, name) ? VERSION_NOTES[name] : undefined
}

/** Returns true if a directive documents a Python object from its source code. */
export function isAutoDirective(name: string): boolean {
  return AUTO_DIRECTIVE.test(name)
}

/** Returns the name without its domain. */
export function localNameOf(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1)
}

/** Returns true if Sphinx, docutils or a common extension defines a directive of this name. */
export function hasKnownKind(name: string): boolean {
  return knownKindOf(name) !== undefined
}

function knownKindOf(name: string): DirectiveKind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
}

/** Returns true if the name has a domain: such directives describe objects, except those that only set a context (`py:currentmodule`). */
function isDomainObject(name: string): boolean {
  if (!name.includes(":")) return false
  const local = localNameOf(name)
  return !isHiddenDirective(local) && !local.startsWith("current")
}
