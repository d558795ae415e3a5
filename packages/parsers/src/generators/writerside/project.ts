import type { IncludeContext } from "../includes/include-context.ts"
import { foldersAround } from "../includes/include-paths.ts"
import { inFolder } from "../site/site-folders.ts"

/** The parts of a Writerside project that pages refer to. Folders are relative to the source; empty for the root. */
export interface WritersideProject {
  readonly folder: string
  readonly topics: string
  readonly snippets: string
  /** Variables of the whole project by name. */
  readonly variables: ReadonlyMap<string, string>
}

const CONFIG_FILES = ["writerside.cfg", "project.ihp"]
/** Pages of a source get the same object for the same file, so that a project is read once. */
const projectByFile = new WeakMap<object, WritersideProject>()

/** Finds the project of a page: the nearest folder at or above it with a configuration of Writerside. */
export function findProject(context: IncludeContext): WritersideProject | undefined {
  for (const folder of foldersAround(context.path)) {
    for (const name of CONFIG_FILES) {
      const file = context.peekFile(inFolder(folder, name))
      if (file === undefined) continue
      const project = projectByFile.get(file) ?? readProject(file.text, folder, context)
      projectByFile.set(file, project)
      return project
    }
  }
  return undefined
}

/** Returns the value of an attribute of the first element with a name. */
export function attributeOf(xml: string, element: string, attribute: string): string | undefined {
  const tag = new RegExp(`<${element}\\s([^<>]{0,2000})>`).exec(xml)?.[1] ?? ""
  return new RegExp(`(?:^|\\s)${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(isText)
}

const isText = (value: string | undefined): value is string => value !== undefined

function readProject(config: string, folder: string, context: IncludeContext): WritersideProject {
  const list = context.peek(pathIn(config, folder, { element: "vars", attribute: "src", byDefault: "v.list" })) ?? ""
  return {
    folder,
    topics: topicsFolder(config, folder),
    snippets: pathIn(config, folder, { element: "snippets", attribute: "src", byDefault: "codeSnippets" }),
    variables: new Map(variablesIn(list)),
  }
}

/** Returns the folder of the topics of a project. */
export function topicsFolder(config: string, folder: string): string {
  return pathIn(config, folder, { element: "topics", attribute: "dir", byDefault: "topics" })
}

/** Returns a path that an element of the configuration names, below the folder of the project. */
function pathIn(
  config: string,
  folder: string,
  {
    element,
    attribute,
    byDefault,
  }: { readonly element: string; readonly attribute: string; readonly byDefault: string },
): string {
  const path = (attributeOf(config, element, attribute) ?? byDefault).replace(/^\/+|\/+$/g, "")
  return path === "" ? folder : inFolder(folder, path)
}

/** Lists the variables that `<var name="…" value="…"/>` elements set, in order. */
export function variablesIn(xml: string): readonly (readonly [string, string])[] {
  return [...xml.matchAll(/<var\s[^<>]{0,2000}>/g)].flatMap(([tag]) => {
    const name = attributeOf(tag, "var", "name")
    const value = attributeOf(tag, "var", "value")
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })
}

/** Replaces `%name%` with the value of a variable; names without a value are unchanged. */
export function fillVariables(text: string, variables: ReadonlyMap<string, string>): string {
  if (!text.includes("%")) return text
  return text.replace(/%([A-Za-z_][\w.-]{0,80})%/g, (whole, name: string) => variables.get(name) ?? whole)
}
