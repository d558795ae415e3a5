import { describe, expect, it } from "vitest"
import { shownCode, shownLanguage } from "./shown-code.ts"

describe("shownCode", () => {
  it("takes out the lines that only mark others", () => {
    const code = "a()\n// highlight-next-line\nb()\n  # highlight-start\nc()\n  <!-- highlight-end -->\nd()"

    expect(shownCode("js", code)).toBe("a()\nb()\nc()\nd()")
  })

  it("knows the comments of several languages, and leaves longer ones alone", () => {
    const marks = [
      "// error-start",
      "# success-next-line",
      "{/* highlight-start */}",
      "-- highlight-next-line",
      "; highlight-end",
      "/* highlight-end */",
    ]

    expect(shownCode("jsx", ["a", ...marks, "// highlight-start is a mark of Docusaurus"].join("\n"))).toBe(
      "a\n// highlight-start is a mark of Docusaurus",
    )
  })

  it("shows names of packages as the command that installs them", () => {
    expect(shownCode("package-install", "koi @koi/pond\n")).toBe("npm install koi @koi/pond\n")
    expect(shownCode("package-install", "npx koi init\n")).toBe("npx koi init\n")
    expect(shownCode("package-install-local", "")).toBe("npm install")
    expect(shownCode("package-run", "\n")).toBe("\n")
  })

  it.each([
    ["package-install-dev", "koi tench", "npm install -D koi tench"],
    ["package-install-global", "koi", "npm install -g koi"],
    ["package-install-local", "koi", "npm install koi"],
    ["package-remove", "koi", "npm uninstall koi"],
    ["package-create", "pond", "npm create pond"],
    ["package-run", "feed\nclean\n", "npm run feed\nnpm run clean\n"],
    ['package-exec title="Terminal"', "koi init", "npx koi init"],
  ])("shows the lines of a fence `%s` as commands", (info, code, shown) => {
    expect(shownCode(info, code)).toBe(shown)
  })

  it("removes the marks around highlighted code in languages in which they are not code", () => {
    expect(shownCode("dart", "[!try!] {\n  a([!1 + 2!]);\n}")).toBe("try {\n  a(1 + 2);\n}")
    expect(shownCode("dart", "a[!b\n]; c!];")).toBe("a[!b\n]; c!];")
    expect(shownCode("sh", "echo [!koi!]")).toBe("echo [!koi!]")
    expect(shownCode("ts", "f([!a && b!])")).toBe("f([!a && b!])")
  })

  it("takes marks off the ends of lines", () => {
    expect(shownCode("ts", "a() // [!code ++]\nb() /* [!code focus:2] */\n<p> <!-- [!code ++] -->\n")).toBe(
      "a()\nb()\n<p>\n",
    )
  })

  it("keeps the text of a comment beside its mark, and removes lines with nothing else than a mark", () => {
    const code =
      "// update this [!code highlight:2]\na()\n{/* [!code ++] */}\nb() // [!code ++] the pond\n# [!code focus]"

    expect(shownCode("tsx", code)).toBe("// update this\na()\nb() // the pond")
    expect(shownCode("ts", "// [!code --] before\na()\n/* now [!code ++] */\nb()")).toBe(
      "-// before\n a()\n+/* now */\n b()",
    )
    expect(shownCode("ts", 'write("[!code ++]")')).toBe('write("[!code ++]")')
  })

  it("shows code with removed lines as a diff", () => {
    const code = "a() // [!code --]\nb() /* [!code ++:2] */\n  c()\n\nd() # [!code focus]\n<!-- [!code --:1] -->\n<p>"

    expect(shownCode("ts", code)).toBe("-a()\n+b()\n+  c()\n\n d()\n-<p>")
    expect(shownLanguage("ts", code)).toBe("diff")
    expect(shownLanguage("ts", "a() // [!code ++]")).toBe("ts")
  })

  it.each([
    ["feed() // [tl! highlight]", "feed()"],
    ["feed() # [tl! focus:start]", "feed()"],
    ["<p> <!-- [tl! highlight:-2,1] -->", "<p>"],
    ["@koi {{-- [tl! add] --}}", "@koi"],
    ["@koi {{# [tl! .wide:3 #pond] #}}", "@koi"],
    ["feed() /* [tl! ++] */", "feed()"],
    ["// Already fed [tl! highlight]", "// Already fed"],
    ["feed(); // [tl! focus] at noon [tl! autolink:all]", "feed(); // at noon"],
    ["<p> <!-- [tl! add] --> <b> <!-- [tl! focus] -->", "<p> <b>"],
    ["deep water [tl! focus:2]", "deep water"],
    ['write("[tl! add]")', 'write("[tl! add]")'],
  ])("removes the annotations of Torchlight: %s", (line, shown) => {
    expect(shownCode("php", `${line}\nswim()`)).toBe(`${shown}\nswim()`)
  })

  it("removes lines that only contain an annotation or the options of Torchlight", () => {
    const code =
      '// torchlight! {"lineNumbers": false}\nreturn [\n    // [tl! collapse:start]\n    1,\n\n    # [tl! collapse:end]\n]'

    expect(shownCode("php", code)).toBe("return [\n    1,\n\n]")
  })

  it("shows code that Torchlight marks as removed as a diff", () => {
    const code =
      "a() // [tl! remove:1]\n\nb() // [tl! focus ++]\nc()\n# [tl! remove:start]\nd()\n# [tl! remove:end]\ne()"

    expect(shownCode("php", code)).toBe("-a()\n-\n+b()\n c()\n-d()\n e()")
    expect(shownLanguage("php", code)).toBe("diff")
    expect(shownLanguage("php", "a() // [tl! add]")).toBe("php")
    expect(shownCode("php", "a()\nb() // [tl! --:-1]\nc() // [tl! add:1,1]\nd()\n// [tl! --]\ne()")).toBe(
      "-a()\n-b()\n c()\n+d()\n-e()",
    )
    expect(shownCode("php", "a()\nb() // [tl! remove:all]\nc() // [tl! add]")).toBe("-a()\n-b()\n+c()")
  })

  it("shows of twoslash what comes after the last cut, and neither settings nor questions", () => {
    const code =
      "// @target: esnext\nhidden()\n// ---cut---\nalso()\n// ---cut-before---\n// @filename: a.ts\nshown()\n//  ^?\n"

    expect(shownCode("ts twoslash", code)).toBe("// @filename: a.ts\nshown()\n")
  })

  it("leaves out what twoslash cuts from the middle and the end", () => {
    const code = "a()\n// ---cut-start---\nb()\n// ---cut-end---\nc()\n// ---cut-after---\nd()"

    expect(shownCode("ts twoslash", code)).toBe("a()\nc()")
  })

  it("shows nothing of code that other blocks include, and no errors that are expected", () => {
    expect(shownCode("twoslash include server", "const hidden = 1\n")).toBe("")
    expect(shownCode("js", "// @errors: 2307 7031\n// @noErrors\na()")).toBe("a()")
  })

  it("shows the files of an example that are not only compiled", () => {
    const hidden = "// file: slice.ts noEmit\nhide()\n"

    expect(shownCode("ts title=store.ts", `${hidden}// file: store.ts\nopen()`)).toBe("open()")
    expect(shownCode("tsx", `a()\n${hidden}// file: b.tsx\n// highlight-next-line\nb()`)).toBe("a()\n// b.tsx\nb()")
    expect(shownCode("js", hidden)).toBe("// slice.ts noEmit\nhide()\n")
    const explained = "// file: trpc.ts (a single file)\nopen()"
    expect(shownCode("ts", explained)).toBe(explained)
    expect(shownCode("python", "// file: a.ts noEmit")).toBe("// file: a.ts noEmit")
  })

  it("shows what comes after a cut in fences that do not name twoslash, too", () => {
    expect(shownCode("js", "let a = 1\n// ---cut---\nlet b = a // @x")).toBe("let b = a // @x")
  })

  it("shows marks of annotations as their numbers", () => {
    expect(shownCode("yaml", "theme: # (1)!\n  name: koi # (2)! (3)!\nnote: 3! # see (2)!")).toBe(
      "theme: # (1)\n  name: koi # (2) (3)\nnote: 3! # see (2)!",
    )
    expect(shownCode("ts", "feed() // (1)!\n<p> <!-- (12)! -->")).toBe("feed() // (1)\n<p> <!-- (12) -->")
  })

  it("shows the new code where it is marked in a line beside the old", () => {
    expect(shownCode("js", "const a = +++await+++ b()\n---old()---\n+++fresh()+++\nx---y")).toBe(
      "const a = await b()\nfresh()\nx---y",
    )
    expect(shownCode("diff", "--- a/x\n+++ b/x\n+++added+++")).toBe("--- a/x\n+++ b/x\n+++added+++")
    expect(shownCode("c", "i = a+++b; // +++")).toBe("i = a+++b; // +++")
    expect(shownCode("c", "i = a+++b; j = c+++d;")).toBe("i = a+++b; j = c+++d;")
    expect(shownCode("sh", "npx sv create +++--template demo+++")).toBe("npx sv create --template demo")
  })

  it("shows the new code where several lines are marked", () => {
    expect(shownCode("js", "---\told();\n\told2();---\n+++\tfresh();\n\tfresh2();+++\nkoi();")).toBe(
      "\tfresh();\n\tfresh2();\nkoi();",
    )
    expect(shownCode("json", '{\n  +++"a": {\n    "b": 1\n  }+++\n}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
    expect(shownCode("toml", "+++\ntitle = 1\n+++\n")).toBe("+++\ntitle = 1\n+++\n")
    expect(shownCode("yaml", "--- koi\na: 1\n---\nb: +++ x")).toBe("--- koi\na: 1\n---\nb: +++ x")
    expect(shownCode("js", "+++open()\nnever closed")).toBe("+++open()\nnever closed")
  })

  it("shows the first variant of an example, with its file", () => {
    expect(shownCode("typescript", "@@filename(koi.service)\nfeed();\n@@switch\nfeed()\n")).toBe(
      "// koi.service\nfeed();",
    )
    expect(shownCode("ts", "@@filename()\nfeed()")).toBe("feed()")
    expect(shownCode("ruby", "@@filename(x)\n@@switch")).toBe("@@filename(x)\n@@switch")
  })

  it("shows sessions of a terminal without the tags that colour them", () => {
    const session =
      '$ <font color="#4E9A06">koi</font> run\n<span style="background-color:#009485"> <b>Pond</b> </span> <name>'

    expect(shownCode("console", session)).toBe("$ koi run\n Pond  <name>")
    expect(shownCode("console", "$ echo '<b>koi</b>'")).toBe("$ echo '<b>koi</b>'")
    expect(shownCode("html", session)).toBe(session)
  })

  it("shows nothing of a block that only includes others", () => {
    expect(shownCode("ts twoslash", "// @include: router\n// ---cut---\n// @filename: b.ts\n")).toBe("")
  })

  it("keeps what looks like twoslash where it is not used, and code that would be empty", () => {
    expect(shownCode("ts", "a()\n// @x\n//  ^?")).toBe("a()\n// @x\n//  ^?")
    expect(shownCode("ts twoslash", "// @noErrors\n")).toBe("// @noErrors\n")
  })
})
