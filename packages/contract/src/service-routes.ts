import { HealthResponse, PingResponse, ReadyResponse } from "./health.ts"
import { McpStatusResponse } from "./mcp/mcp-status.ts"
import type { Route } from "./route.ts"

/** Routes about the service itself. */
export const SERVICE_ROUTES = [
  {
    operationId: "getHealth",
    method: "GET",
    path: "/api/health",
    caller: "everyone",
    status: 200,
    response: HealthResponse,
    summary: "the process is alive",
  },
  {
    operationId: "getReadiness",
    method: "GET",
    path: "/api/ready",
    caller: "everyone",
    status: 200,
    response: ReadyResponse,
    summary: "requests are served",
  },
  {
    operationId: "getMcpStatus",
    method: "GET",
    path: "/api/auth/mcp",
    caller: "everyone",
    status: 200,
    response: McpStatusResponse,
    summary: "whether MCP needs a key",
  },
  {
    operationId: "getOpenApi",
    method: "GET",
    path: "/api/openapi.json",
    caller: "reader",
    status: 200,
    otherContentType: "application/json",
    summary: "this description",
  },
  {
    operationId: "readOpenApi",
    method: "GET",
    path: "/api/docs",
    caller: "reader",
    status: 200,
    otherContentType: "text/html",
    summary: "this description as a page",
  },
  {
    operationId: "ping",
    method: "GET",
    path: "/ping",
    caller: "everyone",
    status: 200,
    response: PingResponse,
    summary: "the MCP server is alive",
  },
] as const satisfies readonly Route[]
