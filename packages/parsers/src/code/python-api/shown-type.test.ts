import { describe, expect, it } from "vitest"
import { outlinePython } from "../symbols/parse-source-code.ts"
import { shownType } from "./shown-type.ts"

describe("shownType", () => {
  it.each([
    ['"Pond"', "Pond"],
    ["'os.PathLike[str]'", "os.PathLike[str]"],
    ['Union[\n    str, "Koi", Sequence["Koi"],\n]', "Union[str, Koi, Sequence[Koi]]"],
    ["Callable[\n    [int,  str],\n    None\n]", "Callable[[int, str], None]"],
    ['typing.Literal["red", "gold",]', 'typing.Literal["red", "gold"]'],
    ['Optional[Literal["Koi"]]', 'Optional[Literal["Koi"]]'],
    ["dict[\n    str,  # its name\n    int,\n]", "dict[str, int]"],
    ['Annotated["Koi", Tag("fish")]', 'Annotated["Koi", Tag("fish")]'],
    ["tuple[()]", "tuple[()]"],
    ["", ""],
  ])("shows %j", (written, shown) => {
    expect(shownType(written)).toBe(shown)
  })

  it("is used for parameters, results and values", async () => {
    const { objects } = await outlinePython(
      'def feed(\n    koi: "Koi",\n    food: Union[\n        str,\n        "Food",\n    ] = "peas",\n) -> "Koi":\n    "Feeds."\n\npond: "Pond" = find("Pond")\n',
      "pond.py",
    )

    expect(objects.map(({ signature }) => signature)).toEqual([
      '(koi: Koi, food: Union[str, Food] = "peas") -> Koi',
      ': Pond = find("Pond")',
    ])
  })
})
