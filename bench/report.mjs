// Formats the figures as a Markdown table, and inserts it between the markers of a page.

const BEGIN = "<!-- generated: benchmarks -->"
const END = "<!-- end of generated -->"

const shown = (value) => (value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(2))
const verdict = ({ goal, isMet }) => (goal === "" ? "" : isMet ? "met" : "missed")

/** Formats one line per figure: name, goal, measured value, whether the goal is met, and a note. */
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

/** Replaces the text between the markers of a page. @throws if the markers are missing. */
export function replaceGenerated(page, text) {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END, begin)
  if (begin < 0 || end < 0) throw new Error(`the page has no ${BEGIN} … ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n${text}\n${page.slice(end)}`
}
