import { z } from "zod"
import { AddressText, boundedText, Message, Timestamp } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** What an account is connected to. */
export const ConnectionKind = z
  .enum(["git", "wiki", "notes"])
  .meta({ id: "ConnectionKind", description: "what an account is connected to" })
export type ConnectionKind = z.infer<typeof ConnectionKind>

/** An account of the teamspace at another service; its secret is never shown again. */
export const Connection = z
  .object({
    id: z.string(),
    kind: ConnectionKind,
    siteUrl: z.string(),
    accountName: z.string().nullable(),
    connectedBy: z
      .enum(["token", "consent"])
      .describe("with a token of one's own, or by consent at the service (OAuth)"),
    refusedAt: Timestamp.nullable().describe("since when the service renews no token: connect the account again"),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: "Connection", description: "a connected account" })
export type Connection = z.infer<typeof Connection>

/** Connects an account with its token, which is kept sealed. */
export const CreateConnectionRequest = z
  .object({
    kind: ConnectionKind,
    siteUrl: AddressText.describe("address of the service, for instance https://gitlab.example.com"),
    accountName: boundedText(1, 200).optional(),
    token: boundedText(1, LIMITS.gitTokenMaxCharacters),
  })
  .meta({ id: "CreateConnectionRequest", description: "an account to connect" })
export type CreateConnectionRequest = z.infer<typeof CreateConnectionRequest>

/** Kinds of accounts that a service may connect by consent. */
export const ConsentKind = z
  .enum(["wiki", "notes"])
  .meta({ id: "ConsentKind", description: "what an account can be connected to by consent" })
export type ConsentKind = z.infer<typeof ConsentKind>

/** Begins to connect an account by consent. */
export const BeginConsentRequest = z
  .object({
    kind: ConsentKind,
    siteUrl: AddressText.optional().describe(
      "site to connect, for instance https://example.atlassian.net; needed when the consent opens several",
    ),
  })
  .meta({ id: "BeginConsentRequest", description: "an account to connect by consent" })
export type BeginConsentRequest = z.infer<typeof BeginConsentRequest>

/** Where to consent. */
export const BeginConsentResponse = z
  .object({
    url: z.string().describe("address to open in a browser; it counts once"),
    expiresAt: Timestamp,
  })
  .meta({ id: "BeginConsentResponse", description: "where to consent" })
export type BeginConsentResponse = z.infer<typeof BeginConsentResponse>

/** Query of the way to a service that asks for consent. */
export const OpenConsentQuery = z.object({
  ticket: boundedText(1, 200),
  confirm: boundedText(1, 200).optional(),
})
export type OpenConsentQuery = z.infer<typeof OpenConsentQuery>

/** The teamspace's connected accounts, by kind and address. */
export const ListConnectionsResponse = z
  .object({
    connections: z.array(Connection),
    consentKinds: z.array(ConsentKind).describe("what can be connected by consent here"),
  })
  .meta({ id: "ListConnectionsResponse", description: "connected accounts" })
export type ListConnectionsResponse = z.infer<typeof ListConnectionsResponse>

/** What the service said to a connected account. */
export const TestConnectionResponse = z
  .object({
    accepted: z.boolean().describe("the service took the account"),
    accountName: z.string().nullable().describe("name that the service has for the account; null when it told none"),
    message: Message,
  })
  .meta({ id: "TestConnectionResponse", description: "whether the service accepts a connected account" })
export type TestConnectionResponse = z.infer<typeof TestConnectionResponse>
