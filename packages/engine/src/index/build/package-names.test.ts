import { describe, expect, it } from "vitest"
import { aPage } from "../index.testing.ts"
import { PackageNames } from "./package-names.ts"

const namesIn = (...codes: string[]) => {
  const names = new PackageNames()
  names.add(aPage("a.md", "A", [[1, "A", "Text:", ...codes.map((code) => `\`${code}\``)]]))
  return names.inOrder().map(({ name }) => name)
}

describe("PackageNames", () => {
  it.each([
    ["npm i -D @otter/raft@4", "@otter/raft"],
    ["npm install otterkit", "otterkit"],
    ["pnpm add otterkit", "otterkit"],
    ['pip install "otterkit[async]>=2"', "otterkit"],
    ["cargo add otterkit --features full", "otterkit"],
    ["go get github.com/otter/raft/v2@latest", "github.com/otter/raft/v2"],
    ["gem install otterkit", "otterkit"],
    ["composer require otter/raft", "otter/raft"],
    ["<groupId>com.otter</groupId>\n  <artifactId>raft</artifactId>", "com.otter:raft"],
    ["import { raft } from '@otter/raft/deep'", "@otter/raft"],
    ["const raft = require('otterkit')", "otterkit"],
    ["from otterkit.rafts import Raft", "otterkit"],
    ["import otterkit", "otterkit"],
    ["use otterkit::Raft;", "otterkit"],
  ])("reads %j", (code, name) => {
    expect(namesIn(code)).toEqual([name])
  })

  it.each(["npm install", "import os", "use std::io;", "import x from './local'", "pip install -r requirements.txt"])(
    "reads no package from %j",
    (code) => {
      expect(namesIn(code).filter((name) => name !== "requirements.txt")).toEqual([])
    },
  )

  it("says on which share of the pages a package is used", () => {
    const names = new PackageNames()
    for (const [path, code] of [
      ["a.md", "npm i otterkit"],
      ["b.md", "npm i otterkit"],
      ["c.md", "npm i zod"],
      ["d.md", "no command"],
    ] as const) {
      names.add(aPage(path, path, [[1, path, "Text:", `\`${code}\``]]))
    }

    expect(names.inOrder()[0]).toEqual({ name: "otterkit", installShare: 2 / 3, importShare: 0, pages: 2 })
  })
})
