// Creates the rows of the table of figures.
const WARM_UP = 150

export const atMost = (goal) => ({ goal: `≤ ${goal}`, isMet: (value) => value <= goal })
export const atLeast = (goal) => ({ goal: `≥ ${goal.toLocaleString("en")}`, isMet: (value) => value >= goal })
export const noGoal = { goal: "", isMet: () => true }

/** Creates a row; a figure without a goal counts as met. */
export function row(name, measured, unit, { goal, isMet }, note = "") {
  return { name, goal, measured, unit, isMet: isMet(measured), note }
}

export const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
export const ascending = (numbers) => [...numbers].sort((left, right) => left - right)

/** Returns the milliseconds of each question after a warm-up, ascending. */
export async function timeEach(questions, ask) {
  for (const question of questions.slice(0, WARM_UP)) await ask(question)
  const times = []
  for (const question of questions) {
    const started = performance.now()
    await ask(question)
    times.push(performance.now() - started)
  }
  return ascending(times)
}
