import { describe, expect, it } from "vitest"
import { parseSitemap } from "./parse-sitemap.ts"

describe("sitemap", () => {
  it("gives addresses of both kinds, with entities and as plain text", () => {
    const locationsIn = (text: string) => parseSitemap(text).locations
    expect(
      locationsIn(
        "<urlset><url><loc> https://a.example/?a=1&amp;b=2 </loc></url><loc><![CDATA[https://a.example/c]]></loc></urlset>",
      ),
    ).toEqual(["https://a.example/?a=1&b=2", "https://a.example/c"])
    const pictures =
      "<sm:loc>https://a.example/1</sm:loc><image:image><image:loc>https://a.example/2</image:loc></image:image>"
    expect(locationsIn(pictures)).toEqual(["https://a.example/1"])
    expect(locationsIn("https://a.example/1\nhttps://a.example/2\n")).toHaveLength(2)
    expect(locationsIn("xhttps://a.example/1 https://a.example/2")).toEqual(["https://a.example/2"])
  })

  it("decodes entities, skips comments and recognises indexes with a prefix", () => {
    const index = parseSitemap(
      "<sm:sitemapindex><sm:loc>https://a.example/&#x61;?q=&quot;</sm:loc><!-- <loc>https://a.example/old</loc> --></sm:sitemapindex>",
    )

    expect(index).toEqual({ isIndex: true, locations: ['https://a.example/a?q="'] })
    expect(parseSitemap(`<urlset><loc>https://a.example/${"a".repeat(3_000)}</loc><loc>/b`).locations).toEqual([])
  })

  it("reads addresses around comments, sections and unknown entities", () => {
    const { locations } = parseSitemap(
      "<loc>https://a.example/<!-- > -->a<![CDATA[&amp;]]>&nbsp;&#1114112;</loc><loc/><loc>https://a.example/b</loc><loc><x>/c</x>",
    )

    expect(locations).toEqual(["https://a.example/a&amp;&nbsp;&#1114112;", "https://a.example/b"])
  })

  it.each(["<", "<!", "<?", "</", "<loc>", "<loc>&", "<!--", "<loc><![CDATA[", "<a:", "<loc>x</loc>", "&#"])(
    "reads 5 MB of %s in time that grows with the length",
    (shape) => {
      const usedBefore = process.cpuUsage()
      parseSitemap(`<loc>${shape.repeat(5_000_000 / shape.length)}`)

      expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
    },
  )
})
