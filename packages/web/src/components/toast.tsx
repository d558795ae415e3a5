import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react"
import { Icon } from "./icon.tsx"

/** Shows a message; failures have a warning icon and stay longer. */
type ShowToast = (message: string, tone?: "done" | "failed") => void

const ToastContext = createContext<ShowToast>(() => undefined)
const SHOWN_MS = { done: 4000, failed: 8000 } as const

/** Shows short messages at the edge of the page, which screen readers announce as well. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<{ readonly message: string; readonly tone: "done" | "failed" }>()
  const say = useCallback<ShowToast>((message, tone = "done") => {
    const next = { message, tone }
    setShown(next)
    setTimeout(() => setShown((current) => (current === next ? undefined : current)), SHOWN_MS[tone])
  }, [])
  const value = useMemo(() => say, [say])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed right-4 bottom-4 z-50 max-w-[min(480px,calc(100vw-32px))]"
      >
        {shown !== undefined && (
          <p className="flex items-center gap-2 rounded-md border bg-surface px-4 py-3 font-medium [overflow-wrap:anywhere] shadow-raised">
            <span className={shown.tone === "failed" ? "text-bad" : "text-good"}>
              <Icon name={shown.tone === "failed" ? "warning" : "check"} />
            </span>
            {shown.message}
          </p>
        )}
      </div>
    </ToastContext.Provider>
  )
}

/** Returns a function that shows a message for a few seconds. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}
