import { describe, expect, it } from "vitest"
import { filterPaths } from "./filter-paths.ts"
import { WHOLE_SOURCE } from "./filter-paths.testing.ts"

const leftOut = (paths: readonly string[], folders: readonly string[] = []) =>
  filterPaths(paths, { ...WHOLE_SOURCE, folders }).leftOut
const pages = Array.from({ length: 12 }, (_, at) => `docs/page-${at}.md`)
const posts = ["2017-06-21-koi.md", "2018/12/05/otters.md", "2019-01-02_pond/index.md"].map(
  (name) => `www/blog/${name}`,
)
const newPosts = ["2021-02-03-reeds.md", "2019-02-03-dam.md", "about-us.md"].map((name) => `www/blog/${name}`)

describe("posts of a blog", () => {
  it("leaves out the old ones if there are more pages of documentation", () => {
    expect(leftOut([...pages, ...posts, ...newPosts])).toEqual(
      posts.map((path) => ({ path, reason: "excluded_folder", detail: "www/blog" })),
    )
    expect(leftOut([...pages.slice(0, 6), ...posts, ...newPosts])).toEqual([])
  })

  it("keeps guides to a new version", () => {
    const guides = ["2015-01-02-koi-2-upgrade-guide.md", "2016-01-02-migrating.md"].map((name) => `www/blog/${name}`)

    expect(leftOut([...pages, ...posts, ...newPosts, ...guides]).map(({ path }) => path)).toEqual(posts)
  })

  it("keeps posts that were chosen", () => {
    expect(leftOut([...pages, ...posts, ...newPosts], ["docs", "www/blog"])).toEqual([])
  })

  it("keeps folders about blogs, and posts that are mostly without a date", () => {
    const guides = ["docs/blog/start.md", "docs/blog/feeds.md", "docs/blog/2012-01-02-example.md"]
    const letters = ["2012-06-21-koi.md", "2015-06-21-koi.md", "2019-06-21-koi.md", "a.md", "b.md", "c.md", "d.md"]

    expect(leftOut([...pages, ...guides, ...letters.map((name) => `docs/posts/${name}`)])).toEqual([])
    expect(leftOut([...pages, ...letters.slice(0, 4).map((name) => `_posts/${name}`)])).toHaveLength(2)
  })
})
