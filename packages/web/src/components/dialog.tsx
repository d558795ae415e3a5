import { Dialog as BaseDialog } from "@base-ui/react/dialog"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { Button, IconButton } from "./button.tsx"
import { classNames } from "./class-names.ts"
import { messageOf } from "./states.tsx"

interface DialogProps {
  readonly title: string
  /** Wider, for tables and long texts. */
  readonly isWide?: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

const HoldContext = createContext<() => void>(() => undefined)

/** Prevents a click outside the surrounding dialog from closing it, because its content would be lost. */
export function useHeldDialog(): void {
  const hold = useContext(HoldContext)
  useEffect(hold, [hold])
}

/**
 * A dialog above the page. Escape and its close button close it; so does a click outside, unless something was typed
 * into it or its content calls `useHeldDialog`.
 */
export function Dialog({ title, isWide = false, isOpen, onClose, children }: DialogProps) {
  const [isHeld, setHeld] = useState(false)
  if (isHeld && !isOpen) setHeld(false)
  const hold = useCallback(() => setHeld(true), [])
  return (
    <BaseDialog.Root open={isOpen} disablePointerDismissal={isHeld} onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-[#00000066]" />
        <BaseDialog.Popup
          onInput={hold}
          className={classNames(
            "fixed top-[8vh] left-1/2 z-50 max-h-[84vh] -translate-x-1/2 overflow-auto rounded-lg border bg-surface p-6 shadow-raised",
            isWide ? "w-[min(840px,calc(100vw-32px))]" : "w-[min(480px,calc(100vw-32px))]",
          )}
        >
          <BaseDialog.Title className="pr-10 text-lg font-semibold [overflow-wrap:anywhere]">{title}</BaseDialog.Title>
          <HoldContext.Provider value={hold}>
            <div className="mt-4 flex flex-col gap-4 [overflow-wrap:anywhere]">{children}</div>
          </HoldContext.Provider>
          {/* Last in the document, because the first control of the dialog receives the focus. */}
          <span className="absolute top-5 right-4">
            <IconButton icon="close" label="Close" onClick={onClose} />
          </span>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface ConfirmProps {
  readonly title: string
  /** Says what will be lost or changed. */
  readonly children: ReactNode
  readonly action: string
  readonly onConfirm: () => Promise<unknown>
  /** First parts of the keys of the queries that are reloaded afterwards. */
  readonly changes?: readonly string[]
  readonly trigger: (open: () => void) => ReactNode
}

/** Asks for confirmation before something is deleted, and says what will be lost. */
export function Confirm({ title, children, action, onConfirm, changes = [], trigger }: ConfirmProps) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const confirmed = useMutation({
    mutationFn: onConfirm,
    onSuccess: async () => {
      await Promise.all(changes.map((first) => client.invalidateQueries({ queryKey: [first] })))
      setOpen(false)
    },
  })
  const open = () => {
    confirmed.reset()
    setOpen(true)
  }
  return (
    <>
      {trigger(open)}
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <BaseDialog.Description render={<div />} className="text-muted">
          {children}
        </BaseDialog.Description>
        {confirmed.isError && (
          <p role="alert" className="text-sm [overflow-wrap:anywhere] text-bad">
            {messageOf(confirmed.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" isBusy={confirmed.isPending} onClick={() => confirmed.mutate()}>
            {action}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
