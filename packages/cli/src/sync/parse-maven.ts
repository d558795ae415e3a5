import { fromXml } from "xast-util-from-xml"
import { type Dependency, type DependencyParser, exactVersion } from "./dependency.ts"

type XmlNode = ReturnType<typeof fromXml>["children"][number]
type XmlElement = Extract<XmlNode, { type: "element" }>

/** Parses a `pom.xml`, with properties, the parent's version and managed versions of the same file. */
export const parseMaven: DependencyParser = async (files) => {
  const text = await files.read("pom.xml")
  if (text === undefined) return []
  const project = fromXml(text).children.find((node) => isElement(node, "project"))
  if (project === undefined) throw new Error("the file has no <project> element")
  const properties = propertiesOf(project)
  const managed = new Map(
    dependenciesIn(child(child(project, "dependencyManagement"), "dependencies"), properties).map(
      ({ name, version }) => [name, version],
    ),
  )
  return dependenciesIn(child(project, "dependencies"), properties).map(({ name, version }): Dependency => ({
    ecosystem: "maven",
    name,
    version: exactVersion(version ?? managed.get(name)),
    repositoryUrl: undefined,
    file: "pom.xml",
  }))
}

function dependenciesIn(list: XmlElement | undefined, properties: ReadonlyMap<string, string>) {
  const filled = (text: string) =>
    text.replaceAll(/\$\{([^}]+)\}/g, (whole, key: string) => properties.get(key) ?? whole)
  return elementsOf(list, "dependency").map((dependency) => {
    const [group, artifact, version] = ["groupId", "artifactId", "version"].map((field) =>
      filled(textIn(child(dependency, field))),
    )
    return { name: `${group}:${artifact}`, version: version === "" ? undefined : version }
  })
}

function propertiesOf(project: XmlElement): ReadonlyMap<string, string> {
  const properties = new Map(elementsOf(child(project, "properties")).map((element) => [element.name, textIn(element)]))
  const parent = child(project, "parent")
  for (const field of ["version", "groupId"]) {
    const value = textIn(child(project, field)) || textIn(child(parent, field))
    properties.set(`project.${field}`, value)
    properties.set(`project.parent.${field}`, textIn(child(parent, field)))
  }
  return properties
}

function isElement(node: XmlNode, name?: string): node is XmlElement {
  return node.type === "element" && (name === undefined || node.name === name)
}

function elementsOf(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter((node): node is XmlElement => isElement(node as XmlNode, name))
}

function child(parent: XmlElement | undefined, name: string): XmlElement | undefined {
  return elementsOf(parent, name)[0]
}

function textIn(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((node) => (node.type === "text" ? node.value : ""))
    .join("")
    .trim()
}
