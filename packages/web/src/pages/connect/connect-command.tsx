import { useQuery } from "@tanstack/react-query"
import { api } from "../../app/api.ts"
import { ROOT_URL } from "../../app/root-url.ts"
import { CodeBlock } from "../../components/text.tsx"
import { type ClientSetup, clientSetups } from "./client-setups.ts"

/** Returns the instructions for connecting clients to this server. */
export function useClientSetups(): readonly [ClientSetup, ...ClientSetup[]] {
  const status = useQuery({
    queryKey: ["mcp-status"],
    queryFn: ({ signal }) => api.service.getMcpStatus({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return clientSetups(ROOT_URL, status.data?.enabled === true)
}

/** Shows the command that connects the first client. */
export function ConnectCommand() {
  const [first] = useClientSetups()
  return <CodeBlock code={first.code} label={`Command for ${first.name}`} />
}
