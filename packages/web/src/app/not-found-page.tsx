import { ButtonLink } from "../components/button.tsx"
import { Empty } from "../components/states.tsx"

/** Shown for a URL without a page. */
export function NotFoundPage() {
  return (
    <Empty icon="search" title="Page not found" action={<ButtonLink to="/">Go to the start page</ButtonLink>}>
      Check the address, or press Ctrl K (⌘ K on a Mac) to find a library.
    </Empty>
  )
}
