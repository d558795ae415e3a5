import { useSyncExternalStore } from "react"

/** The themes that a user can choose; `system` follows the operating system. */
const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = "lectern-theme"
const systemIsDark = matchMedia("(prefers-color-scheme: dark)")
const listeners = new Set<() => void>()

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY)
  return THEMES.find((theme) => theme === stored) ?? "system"
}

function applyTheme(): void {
  const theme = storedTheme()
  const isDark = theme === "dark" || (theme === "system" && systemIsDark.matches)
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light"
}

/** Applies the chosen theme, now and when the system changes. */
export function startTheme(): void {
  applyTheme()
  systemIsDark.addEventListener("change", applyTheme)
}

/** Sets the theme and stores the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem(STORAGE_KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

/** Returns the chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedTheme)
}
