import { describeStageProgress, formatCount, type JobStage, type StageProgress } from "@lectern/contract"

/** Width of a progress bar in characters. */
const BAR_CELLS = 24

/**
 * Draws the progress of a stage, with a bar if its total is known.
 *
 * @returns a line such as `parsing    ━━━━━━━━━━━━────────────  77 of 155 files`.
 */
export function drawStage(stage: JobStage | "sending", progress: StageProgress | undefined): string {
  return `${stage.padEnd(10)} ${drawBar(progress)}  ${describeStageProgress(progress)}`.trimEnd()
}

/** Formats a number of snippets: `1 snippet`, `2,151 snippets`. */
export function formatSnippets(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "snippet" : "snippets"}`
}

/** Formats a number of files: `1 file`, `2,151 files`. */
export function formatFiles(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "file" : "files"}`
}

function drawBar(progress: StageProgress | undefined): string {
  const isKnown = progress !== undefined && progress.total !== null && progress.total > 0
  const share = isKnown ? Math.min(1, progress.done / (progress.total ?? 1)) : 0
  const filled = Math.round(share * BAR_CELLS)
  return `${"━".repeat(filled)}${"─".repeat(BAR_CELLS - filled)}`
}
