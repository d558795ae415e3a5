import { describe, expect, it } from "vitest"
import { readNameRequest } from "./name-request.ts"

const textsOf = (typed: string): string[] => readNameRequest(typed).variants.map((variant) => variant.text)

describe("reading a typed name", () => {
  it.each([
    ["Next JS", "next"],
    ["vue.js", "vue"],
    ["vuejs 3", "vuejs"],
    ["vue3", "vue"],
    ["react@18.2.0", "react"],
    ["fastapi[all]>=0.110", "fastapi"],
    ["org.springframework:spring-core", "springcore"],
    ["git@github.com:tokio-rs/tokio.git", "tokio"],
    ["@reduxjs/toolkit", "reduxtoolkit"],
    ["cargo add serde", "serde"],
    ["node-postgres", "postgres"],
    ["C++ REST SDK", "cpprest"],
    ["sklearn", "scikitlearn"],
  ])("reads %s as %s too", (typed, text) => {
    expect(textsOf(typed)).toContain(text)
  })

  it("tells the owner from the name", () => {
    expect(readNameRequest("/Vercel/next.js")).toMatchObject({ id: "/vercel/next.js", owner: "vercel" })
    expect(readNameRequest("@tanstack/react-query")).toMatchObject({ id: "", owner: "tanstack" })
    expect(readNameRequest("react query")).toMatchObject({ id: "", owner: "" })
  })

  it("trusts what was typed most", () => {
    expect(readNameRequest("flask sqlalchemy").variants[0]).toEqual({
      text: "flasksqlalchemy",
      weight: 1,
      isTyped: true,
    })
  })

  it("reads nothing from signs alone", () => {
    expect(readNameRequest("?!… 🦀").variants).toEqual([])
  })
})
