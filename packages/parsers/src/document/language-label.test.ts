import { describe, expect, it } from "vitest"
import { parseFenceInfo } from "./language-label.ts"

describe("parseFenceInfo", () => {
  it.each([
    ["", "", undefined],
    ["js", "js", undefined],
    ["JS {1,3-4}", "js", undefined],
    ['python hl_lines="1" title="main.py"', "python", "main.py"],
    ["ts [main.ts]", "ts", "main.ts"],
    ["sh[npm]", "sh", "npm"],
    ["vue [pages/users-[group\\]/[id\\].vue]", "vue", "pages/users-[group]/[id].vue"],
    ["ts [server/api/[...\\\\].ts]", "ts", "server/api/[...].ts"],
    ["ts [server/api/[id].ts]", "ts", "server/api/[id].ts"],
    ["ts twoslash", "ts", undefined],
    ["rust,ignore", "rust", undefined],
    ["rust=", "rust", undefined],
    ["vue-html{2}", "vue-html", undefined],
    ["php tab=Pest", "php", "Pest"],
    ["{.python .numberLines}", "python", undefined],
    ["{ .dockerfile .annotate }", "dockerfile", undefined],
    ["{code-block} python", "python", undefined],
    ["js:title=src/app.js", "js", "src/app.js"],
    ["js:src/app.js", "js", "src/app.js"],
    ["js src/App.js active", "js", "src/App.js"],
    ['js [[1, 4, "<Koi />"], [2, 5, "x"]]', "js", undefined],
    ["bash macOS/Linux", "bash", "macOS/Linux"],
    ["mdx Column sub-component example expandable", "mdx", "Column sub-component example"],
    ["json Server response highlight={9}", "json", "Server response"],
    ["ts Main {1-3}", "ts", "Main"],
    ["ts twoslash Main", "ts", undefined],
    ["python 3.12", "python", undefined],
    ["c++", "c++", undefined],
    ["pycon+sql", "pycon", undefined],
    ["plaintext", "", undefined],
    ["package-install", "bash", undefined],
    ["jsx filename={'app.jsx'}", "jsx", "app.jsx"],
    ["tsx lines=[2,9]", "tsx", undefined],
    ["tsx filename=app/root.tsx lines=[1-3]", "tsx", "app/root.tsx"],
    ["xml [web.config ~vscode-icons:file-type-xml~]", "xml", "web.config"],
    ["sh [~npm~]", "sh", undefined],
    ["tsx diff filename=vite.config.ts", "diff", "vite.config.ts"],
    ['ts title="the diff of a pond"', "ts", "the diff of a pond"],
  ])("reads %j", (info, language, title) => {
    expect(parseFenceInfo(info)).toEqual(title === undefined ? { language } : { language, title })
  })
})
