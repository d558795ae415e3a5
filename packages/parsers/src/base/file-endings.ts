/** Endings of files that documentation shows: source code, data, configuration, templates. */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  `
  adoc asciidoc asm astro awk bash bat bazel bib bicep bzl c cc cert cfg cjs cl clj cljc cljs cmake cmd cnf coffee conf config cpp cr crt
  cs cshtml csproj css csv cts cu cue cxx d dart dhall diff dockerfile dot edn eex ejs el elm env erb erl ex example exs f90 feature fish
  fs fsproj fsx gemspec gjs gleam glsl go gql gradle graphql graphqls groovy gts gv h haml hbs hcl heex hh hpp hrl hs htaccess htm html
  ini ino ipynb j2 java jinja jinja2 jl js json json5 jsonc jsonl jsonnet jsp jsx kdl key kt kts less lhs liquid lisp lock log lua m
  marko markdoc md mdc mdx mjs mk ml mli mm mod move mts mustache nix nim njk nu pas patch pem php pl plist pm podspec po pp prisma
  properties props proto ps1 psm1 pug purs py pyi pyx qmd r rake rb re rego res resx rest rkt rmd ron rs rst ru s sass sbt scala scm
  scss service sh sln smithy sol sql ss styl sum surql sv svelte svg svx swift tcl templ tera tex tf tfvars thrift timer tmpl toml tpl
  ts tsv tsx twig txt ui v vb vbproj vert vhd vim vue wasm wat wgsl work wsdl xaml xhtml xml xsd xsl yaml yang yml zig zsh
  `
    .trim()
    .split(/\s+/),
)

/** Returns true for a path, or a name with the ending of a file: `app.ts`, but not `app.listen`. */
export function isFileName(name: string): boolean {
  return name.includes("/") || FILE_ENDINGS.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase())
}
