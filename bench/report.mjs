// Draws the figures as a Markdown table, and puts it between the markers of a page.

const BEGIN = "<!-- generated: benchmarks -->"
const END = "<!-- end of generated -->"

const shown = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2))
const verdict = ({ goal, isMet }) => (goal === "" ? "" : isMet ? "met" : "missed")

/** Draws one line per figure: what, goal, measured, met or missed, and how much it was about. */
export function drawTable(rows) {
  const head = ["measurement", "goal", "result", "", "details"]
  const lines = rows.map((row) => [
    row.name,
    row.goal === "" ? "" : `${row.goal} ${row.unit}`,
    `${shown(row.measured)} ${row.unit}`,
    verdict(row),
    row.note,
  ])
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** Replaces what is between the markers of a page. @throws when the markers are not there. */
export function replaceGenerated(page, text) {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END, begin)
  if (begin < 0 || end < 0) throw new Error(`the page has no ${BEGIN} … ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n${text}\n${page.slice(end)}`
}
