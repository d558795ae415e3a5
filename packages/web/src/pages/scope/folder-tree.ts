import type { PreviewedFolder } from "@lectern/contract"

/** A folder with the folders in it. */
export interface FolderNode extends PreviewedFolder {
  /** Last part of the path. */
  readonly name: string
  readonly children: readonly FolderNode[]
}

/** Arranges folders in a tree; a folder whose parent is not in the list is left out. */
export function folderTree(folders: readonly PreviewedFolder[]): readonly FolderNode[] {
  const childrenOf = new Map<string, PreviewedFolder[]>()
  for (const folder of folders) {
    const parent = folder.path.slice(0, Math.max(folder.path.lastIndexOf("/"), 0))
    const children = childrenOf.get(parent) ?? []
    childrenOf.set(parent, children)
    children.push(folder)
  }
  const nodeOf = (folder: PreviewedFolder): FolderNode => ({
    ...folder,
    name: folder.path.slice(folder.path.lastIndexOf("/") + 1),
    children: (childrenOf.get(folder.path) ?? []).map(nodeOf),
  })
  return (childrenOf.get("") ?? []).map(nodeOf)
}
