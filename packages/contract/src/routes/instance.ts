import { HealthResponse, PingResponse, ReadyResponse } from "../instance/health.ts"
import { McpStatusResponse } from "../instance/mcp-status.ts"
import type { Route } from "./route.ts"

/** Routes of the running instance: health, readiness and the description of the API. */
export const INSTANCE_ROUTES = [
  {
    operationId: "getHealth",
    method: "GET",
    path: "/api/health",
    summary: "the process is alive",
    authentication: "none",
    permissions: ["readHealth"],
    status: 200,
    response: HealthResponse,
  },
  {
    operationId: "getReadiness",
    method: "GET",
    path: "/api/ready",
    summary: "whether requests can be served",
    authentication: "none",
    permissions: ["readHealth"],
    status: 200,
    response: ReadyResponse,
  },
  {
    operationId: "getMcpStatus",
    method: "GET",
    path: "/api/auth/mcp",
    summary: "whether MCP needs a key",
    permissions: ["readMcpStatus"],
    status: 200,
    response: McpStatusResponse,
  },
  {
    operationId: "getOpenApi",
    method: "GET",
    path: "/api/openapi.json",
    summary: "this description",
    permissions: ["readDescription"],
    status: 200,
    otherContentType: "application/json",
  },
  {
    operationId: "readOpenApi",
    method: "GET",
    path: "/api/docs",
    summary: "this description as a page",
    permissions: ["readDescription"],
    status: 200,
    otherContentType: "text/html",
  },
  {
    operationId: "ping",
    method: "GET",
    path: "/ping",
    summary: "the MCP server is alive",
    authentication: "none",
    permissions: ["readHealth"],
    status: 200,
    response: PingResponse,
  },
] as const satisfies readonly Route[]
