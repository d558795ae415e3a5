import type { AutodocOptions } from "../../code/python-api/members.ts"
import type { IncludeContext } from "../includes/include-context.ts"
import { nearestConf } from "./conf.ts"

/** Options that the configuration of a site sets for all its pages. */
export interface AutodocDefaults {
  readonly options: ReadonlyMap<string, string>
  readonly classContent: AutodocOptions["classContent"]
}

/** Reads the settings of autodoc from the nearest `conf.py`. The file is not run, so only literal values are found. */
export function readAutodocDefaults(context: IncludeContext): AutodocDefaults {
  const text = nearestConf(context)
  const options = new Map<string, string>()
  const written = /^autodoc_default_options\s*=\s*(?:dict\(|\{)([^})]*)[})]/m.exec(text)?.[1] ?? ""
  for (const [, name = "", value = ""] of written.matchAll(/["']?([\w-]+)["']?\s*[:=]\s*("[^"]*"|'[^']*'|\w+)/g)) {
    if (value !== "False")
      options.set(name.replaceAll("_", "-"), /^(?:True|None)$/.test(value) ? "" : value.slice(1, -1))
  }
  const flags = /^autodoc_default_flags\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? ""
  for (const [, name = ""] of flags.matchAll(/["']([\w-]+)["']/g)) options.set(name, "")
  const content = /^autoclass_content\s*=\s*["'](both|init)["']/m.exec(text)?.[1]
  return { options, classContent: content === "both" || content === "init" ? content : "class" }
}

/** Combines the options of one directive with the defaults of the site. */
export function readAutodocOptions(given: ReadonlyMap<string, string>, defaults: AutodocDefaults): AutodocOptions {
  const has = (name: string) => !given.has(`no-${name}`) && (given.has(name) || defaults.options.has(name))
  const namesOf = (name: string) =>
    (given.get(name) ?? defaults.options.get(name) ?? "").split(/[,\s]+/).filter(Boolean)
  const listOf = (name: string) => (!has(name) ? [] : namesOf(name).length === 0 ? ("all" as const) : namesOf(name))
  const members = listOf("members")
  const content = given.get("class-doc-from")
  return {
    members: has("members") ? members : "none",
    hasUndocumented: has("undoc-members"),
    hasInherited: has("inherited-members"),
    hasPrivate: has("private-members"),
    special: listOf("special-members"),
    excluded: new Set(has("exclude-members") ? namesOf("exclude-members") : []),
    classContent: content === "both" || content === "init" || content === "class" ? content : defaults.classContent,
  }
}
