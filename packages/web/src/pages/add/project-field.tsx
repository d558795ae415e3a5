import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { useSession } from "../../app/session.ts"
import { Field, Select } from "../../components/field.tsx"

interface ProjectFieldProps {
  readonly projectId: string
  readonly onChange: (projectId: string) => void
}

/** Lets users choose the project of a private library; hidden if the teamspace has only one. */
export function ProjectField({ projectId, onChange }: ProjectFieldProps) {
  const { data: session } = useSession()
  const teamspaceId = session?.teamspace?.id ?? ""
  const list = useQuery({
    queryKey: ["projects", teamspaceId],
    queryFn: ({ signal }) => api.teamspaces.listProjects(teamspaceId, { signal }),
    enabled: teamspaceId !== "",
  })
  const projects = list.data?.projects ?? []
  if (projects.length < 2) return null
  const options = projects.map(({ id, name, isDefault }) => ({ value: isDefault ? "" : id, label: name }))
  return (
    <Field label="Project">
      <Select value={projectId} options={options} onChange={onChange} />
    </Field>
  )
}
