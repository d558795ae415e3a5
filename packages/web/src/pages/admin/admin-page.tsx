import { getRouteApi, Link } from "@tanstack/react-router"
import { ADMIN_SECTIONS } from "../../app/admin-sections.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions, useSession } from "../../app/session.ts"
import { Field, Select } from "../../components/field.tsx"
import { Empty } from "../../components/states.tsx"
import { SECTION_CONTENTS } from "./section-contents.tsx"

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
        <SectionLinks current={id} />
        {section === undefined ? (
          <Empty icon="search" title="Section not found">
            Choose a section above.
          </Empty>
        ) : (
          <div key={`${id} ${session?.teamspace?.id ?? ""}`} className="flex min-w-0 flex-col gap-6">
            {SECTION_CONTENTS[section.id]()}
          </div>
        )}
      </div>
    </Page>
  )
}

/** Links beside the section; a list to choose from where the page is narrow. */
function SectionLinks({ current }: { readonly current: string }) {
  const may = usePermissions()
  const navigate = route.useNavigate()
  const sections = ADMIN_SECTIONS.filter(({ permission }) => may(permission))
  return (
    <>
      <div className="lg:hidden">
        <Field label="Section" isLabelHidden>
          <Select
            value={current}
            options={sections.map(({ id, label }) => ({ value: id, label }))}
            onChange={(section) => void navigate({ params: { section } })}
          />
        </Field>
      </div>
      <nav aria-label="Administration" className="sticky top-8 flex flex-col gap-0.5 self-start max-lg:hidden">
        {sections.map(({ id, label }) => (
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
    </>
  )
}
