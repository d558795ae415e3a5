import { describe, expect, it } from "vitest"
import { isHiddenStyle } from "./hidden-style.ts"

describe("isHiddenStyle", () => {
  it.each([
    "display:none",
    "DISPLAY: None !important",
    "visibility: hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity: 0.01",
    "opacity:2%",
    "font-size:0",
    "font-size:1px",
    "font-size: .1em",
    "font-size:5%",
    "font-size:1pt",
    "color:transparent",
    "color: rgba(0, 0, 0, 0)",
    "color:#fff;background:white",
    "background-color: rgb(255,255,255); color: #FFFFFF",
    "position:absolute;left:-9999px",
    "position: fixed; top: -100vh",
    "text-indent:-9999px",
    "clip: rect(0 0 0 0)",
    "clip:rect(1px,1px,1px,1px)",
    "clip-path: inset(50%)",
    "transform:scale(0)",
    "width:1px;height:1px;overflow:hidden",
  ])("hides %s", (style) => {
    expect(isHiddenStyle(style)).toBe(true)
  })

  it.each([
    "",
    "display:block",
    "display:block;overflow:hidden;height:0px",
    "opacity:0.6",
    "opacity:1",
    "font-size:12px",
    "font-size:0.8em",
    "font-size:smaller",
    "color:white;background:#1e1e1e",
    "color:#fff",
    "color: white; padding: 2px",
    "position:absolute;left:-20px",
    "left:-9999px",
    "text-indent:-2em",
    "transform:scale(0.9)",
    "width:1px;height:20px;overflow:hidden",
    "background:white",
  ])("shows %j", (style) => {
    expect(isHiddenStyle(style)).toBe(false)
  })
})
