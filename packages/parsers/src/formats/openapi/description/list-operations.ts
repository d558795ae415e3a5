import type { ApiFiles, Located, Opened } from "./api-files.ts"
import { listOf, textOf } from "./json-value.ts"

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"] as const

/** Tag of operations without tags. */
export const UNTAGGED = "Operations"

/** One operation of an API, or one webhook that it sends. */
export interface Operation {
  readonly kind: "operation" | "webhook"
  /** Upper case. */
  readonly method: string
  /** Path template, or name of the webhook. */
  readonly path: string
  readonly tag: string
  readonly opened: Opened
  readonly pathItem: Opened
  /** Fragment of its URL, without `#`: the operation id, or else a JSON pointer. */
  readonly fragment: string
  readonly summary: string | undefined
}

/** Lists operations in the order of the document, webhooks last. */
export function listOperations(files: ApiFiles): readonly Operation[] {
  const root = files.open(files.main)
  const seenIds = new Set<string>()
  const found: Operation[] = []
  for (const [kind, key] of [
    ["operation", "paths"],
    ["webhook", "webhooks"],
  ] as const) {
    for (const [path, at] of files.members(root, key)) {
      const pathItem = files.open(at)
      for (const method of METHODS) {
        const operationAt = files.member(pathItem, method)
        if (typeof operationAt.value !== "object" || operationAt.value === null) continue
        const opened = files.open(operationAt)
        const id = textOf(opened.value["operationId"])
        const isNamed = id !== undefined && !seenIds.has(id)
        if (isNamed) seenIds.add(id)
        found.push({
          kind,
          method: method.toUpperCase(),
          path,
          tag: textOf(listOf(opened.value["tags"])[0]) ?? (kind === "webhook" ? "Webhooks" : UNTAGGED),
          opened,
          pathItem,
          fragment: encodeURI(isNamed ? id : `/${key}/${pointerSegment(path)}/${method}`),
          summary: textOf(opened.value["summary"]) ?? textOf(pathItem.value["summary"]),
        })
      }
    }
  }
  return found
}

/** Lists the parameters of an operation: its own, and those of its path that it does not override. */
export function parametersOf(files: ApiFiles, { opened, pathItem }: Operation): readonly Opened[] {
  const byLocation = new Map<string, Opened>()
  const all: readonly Located[] = [...files.entries(pathItem, "parameters"), ...files.entries(opened, "parameters")]
  for (const at of all) {
    const parameter = files.open(at)
    const { name } = parameter.value
    if (typeof name === "string") byLocation.set(`${textOf(parameter.value["in"])}\n${name}`, parameter)
  }
  return [...byLocation.values()]
}

/** Writes a name as a segment of a JSON pointer. */
export function pointerSegment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1")
}
