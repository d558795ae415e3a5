import { useRef, useState } from "react"
import { messageOf } from "../components/states.tsx"
import { useToast } from "../components/toast.tsx"
import { noticeEndOfSession, queries } from "./api.ts"

interface ActionOptions<Result> {
  /** Message that is shown when the action has succeeded. */
  readonly done?: string | ((result: Result) => string)
  /** First parts of the keys of the queries that are reloaded afterwards. */
  readonly changes?: readonly string[]
  readonly onDone?: (result: Result) => void
  /** True to show a failure for a few seconds, for a button without space for `error` beside it. */
  readonly isErrorBrief?: boolean
}

export interface Action<Given extends readonly unknown[] = []> {
  readonly isBusy: boolean
  /** Why the last run failed. */
  readonly error: string | undefined
  /** Starts the request, unless it is running already. */
  readonly run: (...given: Given) => void
}

/**
 * Runs a request on a user action. Shows that it is running and how it ended, and reloads the queries that it has
 * changed. Every request that changes something goes through this or `Confirm`, which notice that a session has ended.
 */
export function useAction<Result, Given extends readonly unknown[] = []>(
  request: (...given: Given) => Promise<Result>,
  options: ActionOptions<Result> = {},
): Action<Given> {
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: string }>({ isBusy: false })
  // A second click can come before the button is drawn as busy.
  const isRunning = useRef(false)
  const toast = useToast()
  const run = async (...given: Given) => {
    if (isRunning.current) return
    isRunning.current = true
    setState({ isBusy: true })
    try {
      const result = await request(...given)
      await readAgain(options.changes ?? [])
      setState({ isBusy: false })
      options.onDone?.(result)
      if (options.done !== undefined) toast(typeof options.done === "string" ? options.done : options.done(result))
    } catch (error) {
      noticeEndOfSession(error)
      setState({ isBusy: false, ...(options.isErrorBrief === true ? {} : { error: messageOf(error) }) })
      if (options.isErrorBrief === true) toast(messageOf(error), "failed")
    } finally {
      isRunning.current = false
    }
  }
  return { ...state, error: state.error, run: (...given) => void run(...given) }
}

/** Reloads every query whose key starts with one of these words. */
async function readAgain(firstKeys: readonly string[]): Promise<void> {
  await Promise.all(firstKeys.map((first) => queries.invalidateQueries({ queryKey: [first] })))
}
