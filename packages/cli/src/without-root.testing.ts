/** User id of nobody on most systems. */
const NOBODY = 65_534

/** Runs a function as a user without special rights, because root may read every file. */
export async function withoutRoot<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(NOBODY)
  try {
    return await run()
  } finally {
    process.seteuid?.(0)
  }
}
