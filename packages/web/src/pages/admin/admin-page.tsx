import { getRouteApi, Link } from "@tanstack/react-router"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions, useSession } from "../../app/session.ts"
import { Empty } from "../../components/states.tsx"
import { ADMIN_SECTIONS } from "./sections.tsx"

const route = getRouteApi("/admin/$section")

/** One section of the administration, with links to the others that the caller may open. */
export function AdminPage() {
  const { section: id } = route.useParams()
  const section = ADMIN_SECTIONS.find((each) => each.id === id)
  const { data: session } = useSession()
  return (
    <Page
      title={section?.label ?? "Administration"}
      description={section?.description}
      permission={section?.permission ?? "readTeamspaces"}
    >
      <div className="grid gap-6 lg:grid-cols-[176px_minmax(0,1fr)]">
        <SectionLinks />
        {section === undefined ? (
          <Empty icon="search" title="Section not found">
            Choose a section above.
          </Empty>
        ) : (
          <div key={`${id} ${session?.teamspace?.id ?? ""}`} className="flex min-w-0 flex-col gap-6">
            {section.content()}
          </div>
        )}
      </div>
    </Page>
  )
}

function SectionLinks() {
  const may = usePermissions()
  return (
    <nav
      aria-label="Administration"
      className="flex flex-wrap content-start gap-1 max-lg:border-b max-lg:pb-3 lg:sticky lg:top-8 lg:flex-col lg:self-start"
    >
      {ADMIN_SECTIONS.filter(({ permission }) => may(permission)).map(({ id, label }) => (
        <Link
          key={id}
          to="/admin/$section"
          params={{ section: id }}
          className="flex h-8 items-center rounded-md px-3 font-medium text-muted hover:bg-hover hover:text-ink [&.active]:bg-accent-soft [&.active]:text-accent-ink"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
