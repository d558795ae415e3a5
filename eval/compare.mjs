// Compares the figures of a run with the checked-in baseline. Pure functions from figures to findings.

/** Points (of 100 questions) that a share may fall before the run fails; with 140 questions, one question is 0.7. */
const MAX_LOSS_POINTS = 2
/** Factor by which the median number of tokens to the answer may grow before the run fails. */
const MAX_TOKENS_FACTOR = 1.1

const SHARES = [
  ["single", "hit@1000"],
  ["single", "hit@2000"],
  ["single", "hit@5000"],
  ["resolve", "top1"],
  ["multi", "evidence@5000"],
  ["multi", "rightLibraries"],
]
/**
 * The kinds of callers: a person (also with answers that fill the budget), an agent without terms, an agent with terms.
 * The figures for a person are at the top level.
 */
const MODES = [
  { mode: "", figuresOf: (figures) => figures },
  { mode: " (full)", figuresOf: (figures) => figures?.full },
  { mode: " (agent)", figuresOf: (figures) => figures?.agent },
  { mode: " (agent, terms)", figuresOf: (figures) => figures?.agentTerms },
]
/** Factor by which the length of answers may grow before the run fails. */
const MAX_LENGTH_FACTOR = 1.1
const MISSED_LISTS = ["missed", "multiMissed", "resolveMissed"]

/** JSON has no Infinity: a median of unanswered questions is stored as null and counts as the worst. */
const tokensOf = (figures) => figures?.single?.tokensToAnswerMedian ?? Number.POSITIVE_INFINITY

/** A missed resolution is reported as `name -> actual result`; only the name identifies the question. */
const questionOf = (missed) => missed.split(" -> ")[0]

/**
 * Finds figures that got worse by more than the allowance.
 *
 * @returns one sentence per figure; empty if the run passes. Figures that are missing on either side are not compared.
 */
export function findLosses(baseline, figures) {
  const losses = []
  for (const { mode, figuresOf } of MODES) {
    for (const [part, name] of SHARES) {
      const before = figuresOf(baseline)?.[part]?.[name]
      const after = figuresOf(figures)?.[part]?.[name]
      if (before !== undefined && after !== undefined && before - after > MAX_LOSS_POINTS) {
        losses.push(`${name}${mode} fell from ${before} to ${after}, more than ${MAX_LOSS_POINTS} points`)
      }
    }
    const before = figuresOf(baseline)?.single?.answerTokensMean
    const after = figuresOf(figures)?.single?.answerTokensMean
    if (before !== undefined && after > before * MAX_LENGTH_FACTOR)
      losses.push(`mean tokens of an answer${mode} grew from ${before} to ${after}, more than 10%`)
  }
  if (baseline.single && figures.single && tokensOf(figures) > tokensOf(baseline) * MAX_TOKENS_FACTOR) {
    losses.push(`median tokens to the answer grew from ${tokensOf(baseline)} to ${tokensOf(figures)}, more than 10%`)
  }
  return losses
}

/**
 * Compares the two runs question by question.
 *
 * @returns ids that only this run answers (`won`) and that only the baseline answered (`lost`), in the order of the
 *   lists.
 */
export function pairQuestions(baseline, figures) {
  const compared = MISSED_LISTS.filter((list) => baseline[list] && figures[list])
  const before = compared.flatMap((list) => baseline[list].map(questionOf))
  const after = compared.flatMap((list) => figures[list].map(questionOf))
  return { won: before.filter((id) => !after.includes(id)), lost: after.filter((id) => !before.includes(id)) }
}

const signed = (points) => (points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1))

/** Formats figures beside those of the baseline: one line per figure, one line per library. */
export function drawTable(baseline, figures) {
  const rows = []
  for (const { mode, figuresOf } of MODES) {
    const lengths = ["single", "multi"].map((part) => [part, "answerTokensMean"])
    for (const [part, name] of [...SHARES, ...lengths]) {
      const after = figuresOf(figures)?.[part]?.[name]
      const label = name === "answerTokensMean" ? `mean tokens of an answer, ${part}` : name
      if (after !== undefined) rows.push([`${label}${mode}`, figuresOf(baseline)?.[part]?.[name], after])
    }
  }
  if (figures.single)
    rows.push([
      "median tokens to the answer",
      baseline?.single?.tokensToAnswerMedian,
      figures.single.tokensToAnswerMedian,
    ])
  for (const [library, share] of Object.entries(figures.byLibrary ?? {})) {
    rows.push([`hit@2000 of ${library}`, baseline?.byLibrary?.[library], share])
  }
  return rows.map(([name, before, after]) => {
    const change = typeof before === "number" && typeof after === "number" ? signed(after - before) : ""
    return `${name.padEnd(44)}${String(before ?? "-").padStart(8)}${String(after ?? "none").padStart(8)}${change.padStart(8)}`
  })
}

/** A response time, such as `p50ms`. */
const TIME = /^p\d+ms$/

/**
 * Extracts the parts of a run that the baseline stores: figures and missed questions, but no individual answers and no
 * timings.
 */
export function toBaseline(figures) {
  const { single, byLibrary, missed, multi, multiMissed, resolve, resolveMissed, full, agent, agentTerms } = figures
  const modeOf = (mode) => (mode === undefined ? undefined : { single: mode.single, multi: mode.multi })
  const kept = {
    single,
    byLibrary,
    missed,
    multi,
    multiMissed,
    resolve,
    resolveMissed: resolveMissed?.map(questionOf),
    full: modeOf(full),
    agent: modeOf(agent),
    agentTerms: modeOf(agentTerms),
  }
  const text = JSON.stringify(kept, (key, value) => (TIME.test(key) ? undefined : value), 2)
  return `${text}\n`
}
