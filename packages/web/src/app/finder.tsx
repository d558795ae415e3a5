import { useEffect, useState } from "react"
import { useToast } from "../components/toast.tsx"
import type { CommandPalette } from "./command-palette.tsx"
import { useSession } from "./session.ts"

const loadCommandPalette = () => import("./command-palette.tsx")

interface FinderProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * The search for pages and libraries. It is loaded after the page has become interactive: its dialog is a third of the
 * code that would otherwise run before that.
 */
export function Finder({ isOpen, onClose }: FinderProps) {
  const { isSuccess: isInteractive } = useSession()
  const [Palette, setPalette] = useState<typeof CommandPalette>()
  const toast = useToast()
  useEffect(() => {
    // If it cannot be loaded, opening it tries again and says so.
    if (isInteractive) loadCommandPalette().catch(() => undefined)
  }, [isInteractive])
  useEffect(() => {
    if (!isOpen || Palette !== undefined) return
    loadCommandPalette().then(
      (loaded) => setPalette(() => loaded.CommandPalette),
      () => {
        onClose()
        toast("The search could not be loaded. Reload the page.", "failed")
      },
    )
  }, [isOpen, Palette, onClose, toast])
  return Palette === undefined ? null : <Palette isOpen={isOpen} onClose={onClose} />
}
