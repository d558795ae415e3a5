import { z } from "zod"
import { boundedText, shownLine } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Starts signing in a program, such as the command line, that has no browser. */
export const StartDeviceRequest = z
  .object({
    name: shownLine(LIMITS.keyNameMaxCharacters).describe("name of the key to create, such as `lectern on laptop`"),
  })
  .meta({ id: "StartDeviceRequest", description: "a program that wants to sign in" })
export type StartDeviceRequest = z.infer<typeof StartDeviceRequest>

/** What the program shows and keeps. */
export const StartDeviceResponse = z
  .object({
    deviceCode: z.string().describe("secret of the program, which it sends to get the key"),
    userCode: z.string().describe("code for the person to confirm"),
    path: z.string().describe("page of this instance to open in a browser"),
    expiresInSeconds: z.int(),
    intervalSeconds: z.int().describe("time to wait between two requests for the key"),
  })
  .meta({ id: "StartDeviceResponse", description: "how to confirm a sign-in" })
export type StartDeviceResponse = z.infer<typeof StartDeviceResponse>

/** Confirms a sign-in as the person who is signed in to the browser. */
export const ApproveDeviceRequest = z
  .object({ userCode: boundedText(1, 20) })
  .meta({ id: "ApproveDeviceRequest", description: "the code that the program shows" })
export type ApproveDeviceRequest = z.infer<typeof ApproveDeviceRequest>

/** Asks whether the sign-in has been confirmed. */
export const FinishDeviceRequest = z
  .object({ deviceCode: boundedText(1, 200) })
  .meta({ id: "FinishDeviceRequest", description: "the secret of the program" })
export type FinishDeviceRequest = z.infer<typeof FinishDeviceRequest>

/** The key, once a person has confirmed the sign-in. */
export const FinishDeviceResponse = z
  .object({
    state: z.enum(["pending", "approved"]),
    key: z.string().nullable().describe("API key of the person who confirmed; shown only once"),
    keyId: z.string().nullable(),
    userName: z.string().nullable(),
  })
  .meta({ id: "FinishDeviceResponse", description: "state of a sign-in" })
export type FinishDeviceResponse = z.infer<typeof FinishDeviceResponse>
