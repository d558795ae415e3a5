/** Names of the API in messages of the server, and what the user of a command calls them. */
const WORDS: Readonly<Record<string, string>> = {
  docsRepoUrl: "source",
  websiteUrl: "source",
  websiteBaseUrl: "source",
  llmstxtUrl: "source",
  openApiUrl: "source",
  openapiFile: "source",
  documentFiles: "source",
  relativePaths: "source",
  siteUrl: "source",
  bundleFile: "file",
  libraryName: "library",
  libraryTitle: "--title",
  gitToken: "--git-token-from",
  branch: "--branch",
  folders: "--folder",
  excludeFolders: "--exclude-folder",
  excludeFiles: "--exclude-file",
  spaceKey: "--space",
  cloudId: "--cloud-id",
  pageIds: "--page",
  workspaceId: "--workspace",
  workspaceName: "--workspace",
  refreshSchedule: "--schedule",
  requiredTerms: "--term",
}

/** A field at the start of a message or of one of its parts, with an index in a list: `folders.0: `. */
const FIELD = /(^|; )([a-z][A-Za-z]*)((?:\.\d+)?)(?=: )/g
/** A field that could not be an ordinary word. */
const COMPOUND = /\b[a-z]+(?:[A-Z][a-z]+)+\b/g
const FORCE = /\b([Ss])end force(?:=true)?(?=\s|$)/g

/**
 * Replaces names of the API in a message of the server with the options of the command line, because the user of a
 * command never sees a request: `Send force` becomes `Use --force`, and `excludeFolders: ` becomes `--exclude-folder: `.
 */
export function inOptionWords(message: string): string {
  const wordFor = (name: string) => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined)
  return message
    .replaceAll(FORCE, (_, letter: string) => `${letter === "S" ? "Use" : "use"} --force`)
    .replaceAll(/\bwith force\b/g, "with --force")
    .replaceAll(FIELD, (match, start: string, name: string) => {
      const word = wordFor(name)
      return word === undefined ? match : `${start}${word}`
    })
    .replaceAll(COMPOUND, (name) => wordFor(name) ?? name)
}
