import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { queries } from "./app/api.ts"
import { router } from "./app/router.tsx"
import { watchSession } from "./app/session.ts"
import { startTheme } from "./app/theme.ts"
import { watchFocus } from "./components/keep-focus.ts"
import { ToastProvider } from "./components/toast.tsx"

startTheme()
watchSession()
watchFocus()
const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}
