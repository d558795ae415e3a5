import { describe, expect, it } from "vitest"
import type { Document } from "../../document/document.ts"
import { loadCodeLanguageDetector } from "./detect-code-language.ts"
import { labelCode } from "./label-code.ts"

describe("detector of code languages", () => {
  it.each([
    ["from flask import Flask\n\napp = Flask(__name__)\n\n@app.route('/')\ndef hello():\n    return 'Hi'", "python"],
    [">>> 1 + 1\n2", "python"],
    ["$ pip install flask\n$ flask run", "bash"],
    ['{"name": "x", "private": true}', "json"],
    ["<?php\n$user->save();", "php"],
    ["package main\n\nfunc main() {\n\tfmt.Println(1)\n}", "go"],
    ["FROM node:20\nWORKDIR /app\nRUN npm ci", "dockerfile"],
    ['#[tokio::main]\nasync fn main() {\n    let mut x = 1;\n    println!("{x}");\n}', "rust"],
    ["const app = new Hono()\nexport default app\napp.get('/', (c) => c.text('Hi'))", "javascript"],
    ["CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL);", "sql"],
    ["title = 'Koi'\ntags = ['pond', 'fish']\n[params]\nsize = 12", "toml"],
    ["[[fish]]\nname = 'koi'\nfed = true\n", "toml"],
    ["[pond]\nname = koi\nsize = 12\n", "ini"],
    ["--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b", "diff"],
  ])("names the language of %j", (code, language) => {
    const detect = loadCodeLanguageDetector()

    expect(detect(code)).toBe(language)
  })

  it.each([
    ["Hello world"],
    ["project/\n├── src\n└── README"],
    [" * Running on http://127.0.0.1:5000/ (Press CTRL+C to quit)"],
    [""],
    ["ERROR: something went wrong at line 12"],
    ["[1, 2"],
  ])("says nothing of %j", (code) => {
    const detect = loadCodeLanguageDetector()

    expect(detect(code)).toBe("")
  })

  it("takes no longer with a large block", () => {
    const detect = loadCodeLanguageDetector()
    const usedBefore = process.cpuUsage()

    for (const part of ["a: b\n", "(x: ", "<a ", "def f(", "[", "= ", "f.", "--a "]) detect(part.repeat(500_000))

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(10_000)
  })

  it("leaves labels as they are and the rest of a document too", () => {
    const lines = { start: 1, end: 1 }
    const document: Document = {
      title: "T",
      blocks: [
        { kind: "code", language: "text", code: ">>> 1", lines },
        { kind: "code", language: "", code: ">>> 1", lines },
        { kind: "code", language: "", code: "nothing", lines },
        { kind: "prose", markdown: ">>> 1", role: "paragraph", lines },
      ],
    }

    const labelled = labelCode(document)

    expect(labelled.title).toBe("T")
    expect(labelled.blocks.map((block) => (block.kind === "code" ? block.language : block.kind))).toEqual([
      "text",
      "python",
      "",
      "prose",
    ])
  })
})
