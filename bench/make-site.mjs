// Generates a site as large as the largest public ones: Hugo pages with shortcodes, translations, images and samples.
import { Writer } from "./make-documentation.mjs"

const LANGUAGES = ["de", "es", "fr", "id", "it", "ja", "ko", "pl", "pt-br", "ru", "uk", "vi", "zh-cn"]
/** Share of the pages that are translated to each language. */
const TRANSLATED = 0.27
const SAMPLES = 60
const PICTURE_BYTES = 6_000
/** One in this many pages has an image. */
const PAGES_PER_PICTURE = 4

function section(writer) {
  return [
    `## ${writer.title()} {#${writer.word()}}`,
    `A {{< glossary_tooltip term_id="${writer.word()}" text="${writer.word()}" >}} ${writer.paragraph()}`,
    `{{< note >}}\n${writer.sentence()}\n{{< /note >}}`,
    writer.one([writer.code, writer.list, writer.table]).call(writer),
    `{{< tabs name="${writer.word()}" >}}\n{{% tab name="${writer.word()}" %}}\n${writer.paragraph()}\n{{% /tab %}}\n{{< tab name="Shell" codelang="bash" >}}\n${writer.word()} get ${writer.word()}\n{{< /tab >}}\n{{< /tabs >}}`,
  ].join("\n\n")
}

function page(writer, at) {
  return [
    `---\ntitle: ${writer.title()}\ncontent_type: concept\nweight: ${at % 90}\n---`,
    `<!-- overview -->\n\n{{< feature-state for_version="v1.${at % 30}" state="beta" >}}\n\n${writer.paragraph()}\n\n<!-- body -->`,
    ...writer.times(3, 9, () => section(writer)),
    `{{% code_sample file="samples/sample-${at % SAMPLES}.yaml" %}}`,
    `## {{% heading "whatsnext" %}}\n\n* ${writer.sentence()}\n* ${writer.sentence()}\n`,
  ].join("\n\n")
}

/**
 * Generates the files of a site.
 *
 * @param {{ seed: number, pages: number }} size number of pages in English; with translations, samples and images,
 *   there are about five times as many files.
 * @returns {{ path: string, content: string | Buffer }[]}
 */
export function makeSite({ seed, pages }) {
  const writer = new Writer(seed)
  const files = [
    { path: "README.md", content: `# ${writer.title()}\n\n${writer.paragraph()}\n` },
    { path: "hugo.toml", content: 'title = "site"\ndefaultContentLanguage = "en"\n' },
  ]
  for (let at = 0; at < SAMPLES; at++) {
    const content = `kind: ${writer.word()}\nmetadata:\n  name: ${writer.word()}\n`
    files.push({ path: `content/en/examples/samples/sample-${at}.yaml`, content })
  }
  for (let at = 0; at < pages; at++) {
    const path = `docs/${["concepts", "tasks", "reference", "tutorials"][at % 4]}/topic-${at % 70}/page-${at}.md`
    files.push({ path: `content/en/${path}`, content: page(writer, at) })
    for (const language of LANGUAGES) {
      if (writer.random() < TRANSLATED) files.push({ path: `content/${language}/${path}`, content: page(writer, at) })
    }
    if (at % PAGES_PER_PICTURE === 0) {
      files.push({ path: `static/images/figure-${at}.png`, content: Buffer.alloc(PICTURE_BYTES, at % 255) })
    }
  }
  return files
}
