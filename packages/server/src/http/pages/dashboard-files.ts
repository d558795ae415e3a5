import { readdir, readFile } from "node:fs/promises"
import { extname } from "node:path"

/** A file of the dashboard. */
export interface DashboardFile {
  /** Path below the root of the server, such as `assets/main-1a2b3c4d.js`. */
  readonly path: string
  readonly url: URL
  readonly contentType: string
  /** The encodings that the build has created for the file. */
  readonly encodings: ReadonlySet<Encoding>
}

/** Encodings of compressed files and their file extensions, best first. */
export const ENCODINGS = { br: ".br", gzip: ".gz" } as const
export type Encoding = keyof typeof ENCODINGS

/** The built dashboard. */
export interface Dashboard {
  readonly indexHtml: string
  readonly files: ReadonlyMap<string, DashboardFile>
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
}

/**
 * Lists the files of the built dashboard. Only these files are served.
 *
 * @returns undefined if the dashboard has not been built.
 */
export async function readDashboard(folder: URL): Promise<Dashboard | undefined> {
  const indexHtml = await readFile(new URL("index.html", folder), "utf8").catch(() => undefined)
  if (indexHtml === undefined) return undefined
  const names = new Set(await readdir(new URL("assets/", folder)))
  const files = [...names].flatMap((name) => {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) return []
    const path = `assets/${name}`
    const encodings = new Set(encodingNames().filter((encoding) => names.has(name + ENCODINGS[encoding])))
    return [[path, { path, url: new URL(path, folder), contentType, encodings }] as const]
  })
  return { indexHtml, files: new Map(files) }
}

/** Returns the encodings, best first. */
export function encodingNames(): readonly Encoding[] {
  return ["br", "gzip"]
}
