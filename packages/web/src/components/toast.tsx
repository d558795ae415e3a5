import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react"
import { Icon } from "./icon.tsx"

type Say = (message: string) => void

const ToastContext = createContext<Say>(() => undefined)
const SHOWN_MS = 4000

/** Shows short messages at the edge of the page, also read out by screen readers. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<string>()
  const say = useCallback((text: string) => {
    setMessage(text)
    setTimeout(() => setMessage((shown) => (shown === text ? undefined : shown)), SHOWN_MS)
  }, [])
  const value = useMemo(() => say, [say])
  return (
    <ToastContext.Provider value={value}>
      {children}
      <div role="status" className="pointer-events-none fixed right-4 bottom-4 z-50">
        {message !== undefined && (
          <p className="flex items-center gap-2 rounded-md border bg-surface px-4 py-3 font-medium shadow-raised">
            <Icon name="check" />
            {message}
          </p>
        )}
      </div>
    </ToastContext.Provider>
  )
}

/** Returns a function that shows a message for some seconds. */
export function useToast(): Say {
  return useContext(ToastContext)
}
