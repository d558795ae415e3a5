import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { matchLicense } from "./match-license.ts"
import { isProjectFile, readProjectFiles } from "./project-files.ts"
import { spdxIdOf } from "./spdx-id.ts"

const MIT = `MIT License

Copyright (c) 2026 The otters

Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it without
restriction, subject to the following: The above copyright notice and this permission notice shall be included in all
copies. THE SOFTWARE IS PROVIDED "AS IS".`
const BSD = `Copyright 2026 The otters

Redistribution and use in source and binary forms, with or without
modification, are permitted.`
const ENDORSE = "Neither the name of the otters may be used to endorse or promote products derived from this."

describe("matchLicense", () => {
  it.each([
    ["MIT", MIT],
    ["MIT-0", MIT.replace("permission notice shall be included in all", "")],
    ["Apache-2.0", "                Apache License\n          Version 2.0, January 2004\n"],
    ["BSD-2-Clause", BSD],
    ["BSD-3-Clause", `${BSD} ${ENDORSE}`],
    ["GPL-3.0-only", "  GNU GENERAL PUBLIC LICENSE\n     Version 3, 29 June 2007\n"],
    [
      "LGPL-3.0-only",
      "  GNU LESSER GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007\n it adds to the GNU General Public License version 3",
    ],
    ["AGPL-3.0-only", "  GNU AFFERO GENERAL PUBLIC LICENSE\n     Version 3, 19 November 2007\n"],
    ["MPL-2.0", "Mozilla Public License Version 2.0\n\n the GNU General Public License, Version 2.0"],
    ["CC-BY-4.0", "# Creative Commons Attribution 4.0 International\n"],
    ["Unlicense", "This is free and unencumbered software released into the public domain."],
    [
      "ISC",
      "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.",
    ],
  ])("recognises %s", (id, text) => {
    expect(matchLicense(text)).toBe(id)
    expect(spdxIdOf(id)).toBe(id)
  })

  it("says nothing of several licences at once, of terms of its own, and of no text", () => {
    expect([matchLicense(`${MIT}\n${BSD}`), matchLicense("All rights reserved."), matchLicense("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it("takes any text", () => {
    fc.assert(fc.property(fc.string({ maxLength: 2000 }), (text) => void matchLicense(text)))
  })
})

describe("spdxIdOf", () => {
  it.each([
    ["mit", "MIT"],
    ["GPL-3.0", "GPL-3.0-only"],
    ["agpl-3.0", "AGPL-3.0-only"],
    ["NOASSERTION", null],
    ["other", null],
    [undefined, null],
  ])("reads %j as %j", (word, id) => {
    expect(spdxIdOf(word)).toBe(id)
  })
})

describe("readProjectFiles", () => {
  const read = (files: Record<string, string>) => readProjectFiles(new Map(Object.entries(files)))

  it("takes the licence from its text before the word of a package", () => {
    expect(read({ "LICENSE.md": MIT, "package.json": '{"license":"ISC","description":" Feeds\\n otters "}' })).toEqual({
      license: "MIT",
      description: "Feeds otters",
      name: null,
    })
    expect(read({ "Cargo.toml": '[package]\nname = "otter"\n' }).name).toBe("otter")
  })

  it.each([
    ["package.json", '{"license":"(MIT OR Apache-2.0)"}', "MIT"],
    ["package.json", '{"license":{"type":"BSD-3-Clause"}}', "BSD-3-Clause"],
    ["composer.json", '{"license":["LGPL-2.1-only","GPL-3.0-or-later"]}', "LGPL-2.1-only"],
    ["Cargo.toml", '[package]\nlicense = "MIT/Apache-2.0"\n', "MIT"],
    ["pyproject.toml", '[project]\nlicense = {text = "MIT"}\n', "MIT"],
    ["pyproject.toml", '[tool.poetry]\nlicense = "Apache-2.0"\n', "Apache-2.0"],
    ["package.json", '{"license":"SEE LICENSE IN terms.txt"}', null],
    ["package.json", "{", null],
    ["Cargo.toml", "[[", null],
  ])("reads %s: %s", (name, text, license) => {
    expect(read({ [name]: text }).license).toBe(license)
  })

  it("knows such files at the root only, and leaves licences of third parties alone", () => {
    const paths = [
      "LICENSE",
      "licence.txt",
      "COPYING",
      "package.json",
      "LICENSE-MIT",
      "docs/LICENSE",
      "LICENSE-third-party.txt",
      "src/package.json",
    ]

    expect(paths.filter(isProjectFile)).toEqual(["LICENSE", "licence.txt", "COPYING", "package.json", "LICENSE-MIT"])
  })
})
