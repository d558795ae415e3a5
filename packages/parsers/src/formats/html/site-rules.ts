import { findFirst } from "./html-query.ts"
import type { HtmlElement } from "./html-tree.ts"

/** How one documentation generator builds its pages. */
export interface SiteRule {
  readonly name: string
  /** Start of the page's `generator` metadata, in lower case. */
  readonly generator: readonly string[]
  /** Elements that only this generator writes. */
  readonly marks: readonly string[]
  /** Elements that may contain the page's content; the first one found is used. */
  readonly content: readonly string[]
  /** Elements inside it that are not content. */
  readonly dropped: readonly string[]
  /** Element with the title of the page, if that is not a heading. */
  readonly title?: string
}

/** Known generators. If two could match, the more specific one comes first. */
const RULES: readonly SiteRule[] = [
  {
    name: "Docusaurus",
    generator: ["docusaurus"],
    marks: ["#__docusaurus"],
    content: [".theme-doc-markdown", "#__blog-post-container", "article", "main"],
    dropped: [
      ".theme-doc-breadcrumbs",
      ".theme-doc-toc-mobile",
      ".theme-doc-footer",
      ".pagination-nav",
      ".hash-link",
      ".theme-doc-version-badge",
      ".theme-edit-this-page",
      ".avatar",
    ],
  },
  {
    name: "VitePress",
    generator: ["vitepress", "vuepress"],
    marks: [".VPDoc", ".vp-doc"],
    content: [".vp-doc", ".theme-default-content", "main"],
    dropped: [".header-anchor", ".VPDocFooter", ".line-numbers-wrapper", "span.lang", ".vp-badge-hidden"],
  },
  {
    name: "Material for MkDocs",
    generator: [],
    marks: [".md-content__inner"],
    content: [".md-content__inner", ".md-content"],
    dropped: [
      ".headerlink",
      ".md-content__button",
      ".md-source-file",
      ".md-feedback",
      ".md-tags",
      ".md-source",
      ".md-annotation__index",
    ],
  },
  {
    name: "Starlight",
    generator: ["starlight"],
    marks: [".sl-markdown-content"],
    content: [".sl-markdown-content", "main"],
    dropped: [".sl-anchor-link", ".sr-only", ".copy", ".pagination-links"],
  },
  {
    name: "Docsy",
    generator: [],
    marks: [".td-content"],
    content: [".td-content"],
    dropped: [
      ".td-page-meta",
      ".td-toc",
      ".td-heading-self-link",
      ".td-page-meta__lastmod",
      ".feedback--answer",
      ".feedback--prompt",
      ".taxonomy",
    ],
  },
  {
    name: "rustdoc",
    generator: ["rustdoc"],
    marks: ["#rustdoc-vars", "meta[name=rustdoc-vars]"],
    content: ["#main-content", "main"],
    dropped: [
      "a.src",
      ".out-of-band",
      "rustdoc-toolbar",
      ".anchor",
      ".rustdoc-breadcrumbs",
      "#copy-path",
      ".rightside",
      "#synthetic-implementations",
      "#synthetic-implementations-list",
      "#blanket-implementations",
      "#blanket-implementations-list",
      ".test-arrow",
      ".notable-traits",
      ".notable-traits-tooltip",
      "summary.hideme",
    ],
  },
  {
    name: "Javadoc",
    generator: ["javadoc"],
    marks: ["body.class-declaration-page", "body.package-declaration-page"],
    content: ["main", "div.contentContainer"],
    dropped: [
      ".sub-nav",
      ".inheritance",
      ".method-summary",
      ".constructor-summary",
      ".field-summary",
      ".inherited-list",
      ".copy",
      ".anchor-link",
      "#method.summary",
    ],
  },
  {
    name: "TypeDoc",
    generator: ["typedoc"],
    marks: [".tsd-page-title", ".tsd-panel"],
    content: [".col-content"],
    dropped: [".tsd-breadcrumb", ".tsd-index-panel", ".tsd-anchor-icon", ".tsd-sources"],
  },
  {
    name: "Doxygen",
    generator: ["doxygen"],
    marks: ["#doc-content", ".memproto"],
    content: ["#doc-content", ".contents"],
    dropped: [
      ".memberdecls",
      ".permalink",
      ".dynheader",
      ".dynsection",
      ".summary",
      ".lineno",
      ".ttc",
      ".navpath",
      "#nav-path",
      ".headertitle",
      ".ingroups",
    ],
    title: ".headertitle",
  },
  {
    name: "Sphinx",
    generator: ["sphinx"],
    marks: [
      "#furo-main-content",
      ".rst-content",
      ".bd-article",
      "div.sphinxsidebar",
      "script[src*=documentation_options.js]",
    ],
    content: ["#furo-main-content", "article.bd-article", "[itemprop=articleBody]", "div.body", "[role=main]", "main"],
    dropped: [
      ".headerlink",
      ".viewcode-link",
      ".viewcode-back",
      ".sphinxsidebar",
      ".related",
      ".contents",
      ".rst-footer-buttons",
      ".prev-next-area",
      ".copybtn",
      ".linenos",
      ".lineno",
    ],
  },
  {
    name: "MkDocs",
    generator: ["mkdocs"],
    marks: [],
    content: ["[role=main]", "main", "article"],
    dropped: [".headerlink", ".wy-breadcrumbs", ".edit-page"],
  },
  {
    name: "Mintlify",
    generator: ["mintlify"],
    marks: ["#content-area", ".mdx-content"],
    content: ["#content-area", ".mdx-content", "#content"],
    dropped: [
      "#footer",
      "#pagination",
      "#table-of-contents",
      ".eyebrow",
      "#feedback-form",
      "#page-context-menu",
      "[data-component-part=code-block-header-copy]",
    ],
  },
  {
    name: "GitBook",
    generator: ["gitbook"],
    marks: [".gitbook-root", ".book-body"],
    content: [".markdown-section", "main"],
    dropped: [".page-footer", "[data-testid=page.feedback]", "[data-testid=table-of-contents]"],
  },
  {
    name: "Jekyll",
    generator: ["jekyll"],
    marks: [],
    content: ["#main-content", ".main-content", ".post-content", ".page-content", "main", "article"],
    dropped: [".anchor-heading", ".post-navigation", ".breadcrumb-nav", ".post-meta"],
  },
]

/**
 * Detects the generator of a page.
 *
 * @returns undefined for an unknown generator.
 */
export function siteRuleOf(root: HtmlElement): SiteRule | undefined {
  const generator = (findFirst(root, "meta[name=generator]")?.attributes["content"] ?? "").toLowerCase()
  const matchesRule = (rule: SiteRule): boolean =>
    rule.generator.some((start) => generator.startsWith(start)) ||
    rule.marks.some((mark) => findFirst(root, mark) !== undefined)
  return RULES.find(matchesRule)
}
