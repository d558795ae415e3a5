import { useState } from "react"
import { messageOf } from "../components/states.tsx"
import { useToast } from "../components/toast.tsx"
import { noticeEndOfSession, queries } from "./api.ts"

interface ActionOptions<Result> {
  /** Message that is shown when the action has succeeded. */
  readonly done?: string | ((result: Result) => string)
  /** First parts of the keys of the queries that are reloaded afterwards. */
  readonly changes?: readonly string[]
  readonly onDone?: (result: Result) => void
}

export interface Action {
  readonly isBusy: boolean
  /** Why the last run failed. */
  readonly error: string | undefined
  readonly run: () => void
}

/**
 * Runs a request on a user action. Shows that it is running and how it ended, and reloads the queries that it has
 * changed.
 */
export function useAction<Result>(request: () => Promise<Result>, options: ActionOptions<Result> = {}): Action {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: string }>({ isBusy: false })
  const toast = useToast()
  const run = async () => {
    setState({ isBusy: true })
    try {
      const result = await request()
      await readAgain(options.changes ?? [])
      setState({ isBusy: false })
      options.onDone?.(result)
      if (options.done !== undefined) toast(typeof options.done === "string" ? options.done : options.done(result))
    } catch (error) {
      noticeEndOfSession(error)
      setState({ isBusy: false, error: messageOf(error) })
    }
  }
  return { ...state, error: state.error, run: () => void run() }
}

/** Reloads every query whose key starts with one of these words. */
async function readAgain(firstKeys: readonly string[]): Promise<void> {
  await Promise.all(firstKeys.map((first) => queries.invalidateQueries({ queryKey: [first] })))
}
