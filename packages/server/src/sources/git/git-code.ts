import { filterCode } from "../scope/filter-code.ts"
import { documentKind } from "../scope/document-kind.ts"
import { SourceTimeout } from "../base/errors.ts"
import type { GitHostAddress } from "../base/git-host-address.ts"
import { countNonDocumentation } from "../scope/left-out-report.ts"
import type { PathScope } from "../scope/filter-paths.ts"
import type { OpenedCode, SourceCode } from "../base/source-file.ts"
import { CODE_LIMITS, type SourceLimits } from "../base/source-limits.ts"
import { chooseFiles, type ObjectLocation } from "./choose-files.ts"
import { explainGitFailure, type GitRemote } from "./git-failure.ts"
import { gitItems } from "./git-items.ts"
import type { GitTree } from "./git-tree.ts"

/** A commit that may contain source code. */
export interface CodeInput extends Omit<ObjectLocation, "signal"> {
  readonly tree: GitTree
  readonly scope: PathScope
  readonly forge: GitHostAddress
  readonly limits: SourceLimits
  /** For error messages. */
  readonly remote: GitRemote
}

/** Provides the source code of a commit, which is fetched when it is opened. */
export function gitCode(input: CodeInput): SourceCode {
  const { tree } = input
  return {
    skipped() {
      const count = countNonDocumentation()
      for (const path of tree.code.keys()) {
        const kind = documentKind(path)
        count.add(kind.kind === "other" ? kind.ending : "")
      }
      return count.items()
    },
    open: (signal) => openCode(input, signal),
  }
}

/** Fetches within the time limit for opening the source. */
async function openCode(input: CodeInput, signal: AbortSignal): Promise<OpenedCode> {
  const { tree, scope, reader, clone, forge, limits } = input
  const sieved = filterCode([...tree.code.keys()], scope)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.timeLimitMs)])
  try {
    const objects = { clone, reader, signal: limited, files: tree.code, limits: { ...limits, ...CODE_LIMITS } }
    const { files, leftOut } = await chooseFiles(sieved.kept, [], objects)
    const left = { named: [...sieved.leftOut, ...leftOut] }
    return {
      fileCount: files.length,
      notes: sieved.notes,
      items: (itemsSignal) => gitItems({ files, left, reader, forge, isCode: true }, itemsSignal),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (limited.aborted) throw new SourceTimeout(`cannot read source code from ${input.remote.host}: it took too long`)
    throw explainGitFailure(error, input.remote)
  }
}
