import { z } from "zod"
import { AddressText, boundedText, Message, shownLine, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Types of services that accounts belong to. */
export const ConnectionKind = z
  .enum(["git", "wiki", "notes"])
  .meta({ id: "ConnectionKind", description: "type of service that an account belongs to" })
export type ConnectionKind = z.infer<typeof ConnectionKind>

/** An account of the teamspace at another service; its secret is never returned. */
export const Connection = z
  .object({
    id: z.string(),
    kind: ConnectionKind,
    siteUrl: z.string(),
    accountName: z.string().nullable(),
    connectedBy: z.enum(["token", "consent"]).describe("connected with a token or with OAuth"),
    refusedAt: Timestamp.nullable().describe(
      "time at which the service refused to renew the token; connect the account again",
    ),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "Connection", description: "a connected account" })
export type Connection = z.infer<typeof Connection>

/** Connects an account with its token, which is stored encrypted. */
export const CreateConnectionRequest = z
  .object({
    kind: ConnectionKind,
    siteUrl: AddressText.describe("address of the service, for example https://gitlab.example.com"),
    accountName: shownLine(200).optional(),
    token: boundedText(1, LIMITS.gitTokenMaxCharacters),
  })
  .meta({ id: "CreateConnectionRequest", description: "an account to connect" })
export type CreateConnectionRequest = z.infer<typeof CreateConnectionRequest>

/** Types of services that can be connected with OAuth. */
export const ConsentKind = z
  .enum(["wiki", "notes"])
  .meta({ id: "ConsentKind", description: "type of service that supports OAuth" })
export type ConsentKind = z.infer<typeof ConsentKind>

/** Starts connecting an account with OAuth. */
export const BeginConsentRequest = z
  .object({
    kind: ConsentKind,
    siteUrl: AddressText.optional().describe(
      "site to connect, for instance https://example.atlassian.net; needed when the consent opens several",
    ),
  })
  .meta({ id: "BeginConsentRequest", description: "an account to connect with OAuth" })
export type BeginConsentRequest = z.infer<typeof BeginConsentRequest>

/** Where to approve the connection. */
export const BeginConsentResponse = z
  .object({
    url: z.string().describe("address to open in a browser; it can be used once"),
    expiresAt: Timestamp,
  })
  .meta({ id: "BeginConsentResponse", description: "where to approve the connection" })
export type BeginConsentResponse = z.infer<typeof BeginConsentResponse>

/** Query of the redirect to a service that asks for approval. */
export const OpenConsentQuery = z.object({
  ticket: boundedText(1, 200),
  confirm: boundedText(1, 200).optional(),
})
export type OpenConsentQuery = z.infer<typeof OpenConsentQuery>

/** The teamspace's connected accounts, by kind and address. */
export const ListConnectionsResponse = z
  .object({
    connections: z.array(Connection),
    consentKinds: z.array(ConsentKind).describe("services that can be connected with OAuth on this instance"),
  })
  .meta({ id: "ListConnectionsResponse", description: "connected accounts" })
export type ListConnectionsResponse = z.infer<typeof ListConnectionsResponse>

/** Result of testing a connected account at its service. */
export const TestConnectionResponse = z
  .object({
    accepted: z.boolean().describe("whether the service accepted the account"),
    accountName: z.string().nullable().describe("name of the account at the service; null if unknown"),
    message: Message,
  })
  .meta({ id: "TestConnectionResponse", description: "whether the service accepts a connected account" })
export type TestConnectionResponse = z.infer<typeof TestConnectionResponse>

/** Query of the pages that a connected account can see. */
export const ListSourcePagesQuery = z.object({
  space: boundedText(1, 255).optional().describe("wiki only: key of the space; without it, the spaces are listed"),
  query: boundedText(1, 200).optional().describe("notes only: words of the title"),
})
export type ListSourcePagesQuery = z.infer<typeof ListSourcePagesQuery>

/** A page that a connected account can see. */
export const SourcePage = z
  .object({
    id: z.string(),
    title: z.string(),
    headings: z.array(z.string()).describe("titles of the pages above it, outermost first"),
    url: z.string(),
  })
  .meta({ id: "SourcePage", description: "a page that a connected account can see" })
export type SourcePage = z.infer<typeof SourcePage>

/** The spaces or pages that a connected account can see. */
export const ListSourcePagesResponse = z
  .object({
    cloudId: z.string().nullable().describe("identifier of the wiki's site, if known"),
    spaces: z.array(z.object({ key: z.string(), name: z.string() })),
    pages: z.array(SourcePage),
    isTruncated: z.boolean().describe("true if there are more than those listed"),
  })
  .meta({ id: "ListSourcePagesResponse", description: "spaces or pages that a connected account can see" })
export type ListSourcePagesResponse = z.infer<typeof ListSourcePagesResponse>
