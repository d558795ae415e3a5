/** Boxes with a title. */
export const ADMONITIONS: ReadonlySet<string> = new Set(
  "attention caution danger error hint important note tip warning seealso admonition topic sidebar legacy deepalchemy impl-detail availability".split(
    " ",
  ),
)

/** Notes about versions with the words that Sphinx shows. */
export const VERSION_NOTES: Readonly<Record<string, string>> = {
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

/** Directives whose body is code. Those of the second set run before or after an example and are not shown. */
export const CODE: ReadonlySet<string> = new Set(
  "code-block sourcecode code parsed-literal prompt console ipython jupyter-execute doctest testcode testoutput productionlist math graphviz mermaid uml digraph program-output command-output highlight-block code-example click:example click:run click:source".split(
    " ",
  ),
)
export const HIDDEN: ReadonlySet<string> = new Set(
  "toctree todo todolist contents index meta sectionauthor codeauthor moduleauthor currentmodule default-role default-domain role tabularcolumns sectnum header footer target-notes testsetup testcleanup program cssclass module namespace currentlibrary title sphinx-toolbox autosummary-options raw-latex only-latex bibliography sectnum".split(
    " ",
  ),
)

/** Directives that describe one thing of an API or a configuration. */
const OBJECTS: ReadonlySet<string> = new Set(
  "function class method classmethod staticmethod attribute property data exception decorator decoratormethod confval setting option envvar describe object command signal event stat state control type macro struct union enum enumerator member var variable directive rst:directive rst:role cmdoption fieldlookup templatetag templatefilter django-admin django-admin-option click reqmeta property interface trait constant namespace-push alias".split(
    " ",
  ),
)

/** Directives without an argument: their text may begin beside their name. */
export const QUOTATIONS: ReadonlySet<string> = new Set("pull-quote epigraph highlights line-block compound".split(" "))

/** Directives that only arrange what they hold; their argument is not text. */
export const SILENT_WRAPPERS: ReadonlySet<string> = new Set(
  "tabs tab-set container only rst-class hlist grid ifconfig div sphinx-tabs card-carousel cssclass layout align changelog button-ref button-link".split(
    " ",
  ),
)

/** Tells whether a directive documents a Python object by reading it from source code. */
export function isAutoDirective(name: string): boolean {
  return /^auto(?:class|function|method|attribute|data|exception|module|property|decorator|protocol|enum|type|typevar|object|program|model|pydantic_\w+)$/.test(
    name,
  )
}

/** Tells whether a name belongs to a domain and describes an object: `py:function`, `js:class`, `http:get`. */
export function isObject(name: string): boolean {
  if (OBJECTS.has(name)) return true
  const local = name.slice(name.lastIndexOf(":") + 1)
  return name.includes(":") && !HIDDEN.has(local) && !local.startsWith("current")
}
