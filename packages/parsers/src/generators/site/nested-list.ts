import type { NavigationEntry } from "./navigation.ts"

/** One line of a nested list. */
export interface ListLine {
  /** Any number; deeper lines have a larger one. */
  readonly depth: number
  readonly label?: string | undefined
  readonly target?: string | undefined
}

/** Builds a navigation from the lines of a list and their depths. */
export function nestLines(lines: readonly ListLine[]): readonly NavigationEntry[] {
  const top: NavigationEntry[] = []
  const open: { readonly depth: number; readonly children: NavigationEntry[] }[] = []
  for (const { depth, label, target } of lines) {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
    const children: NavigationEntry[] = []
    const siblings = open.at(-1)?.children ?? top
    siblings.push({ label, target, children })
    open.push({ depth, children })
  }
  return top
}
