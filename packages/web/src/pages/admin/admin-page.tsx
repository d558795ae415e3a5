import { getRouteApi, Link } from "@tanstack/react-router"
import { ADMIN_GROUPS, ADMIN_SECTIONS } from "../../app/admin-sections.ts"
import { Page } from "../../app/page-frame.tsx"
import { usePermissions, useSession } from "../../app/session.ts"
import { Field, Select } from "../../components/field.tsx"
import { Empty } from "../../components/states.tsx"
import { SECTION_CONTENTS } from "./section-contents.tsx"

const route = getRouteApi("/admin/$section")

/** One section of the administration, with links to the other sections that the caller can open. */
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

/** Links beside the section; on narrow pages, a list to choose from. */
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
            options={sections.map(({ id, label, group }) => ({ value: id, label, group }))}
            onChange={(section) => void navigate({ params: { section } })}
          />
        </Field>
      </div>
      <nav aria-label="Administration" className="sticky top-8 flex flex-col gap-4 self-start max-lg:hidden">
        {ADMIN_GROUPS.map((group) => (
          <SectionGroup key={group} label={group} sections={sections.filter((section) => section.group === group)} />
        ))}
      </nav>
    </>
  )
}

interface SectionGroupProps {
  readonly label: string
  readonly sections: readonly { readonly id: string; readonly label: string }[]
}

function SectionGroup({ label, sections }: SectionGroupProps) {
  if (sections.length === 0) return null
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-0.5">
      <p aria-hidden="true" className="px-3 pb-1 text-xs font-medium text-muted">
        {label}
      </p>
      {sections.map((section) => (
        <Link
          key={section.id}
          to="/admin/$section"
          params={{ section: section.id }}
          className="flex h-8 items-center rounded-md px-3 font-medium text-muted hover:bg-hover hover:text-ink [&.active]:bg-accent-soft [&.active]:text-accent-ink"
        >
          {section.label}
        </Link>
      ))}
    </div>
  )
}
