/** Outlines of icons on a grid of 16 units, drawn with a stroke of 1.5. */
const PATHS = {
  home: "M2.5 7 8 2.5 13.500 7v6h-4v-3.500h-3V13h-4z",
  book: "M8 4c-1.800-1.300-3.600-1.500-5.500-.8v9c1.900-.7 3.700-.5 5.500.8 1.800-1.300 3.600-1.500 5.500-.8v-9C11.600 2.500 9.800 2.700 8 4zm0 0v9",
  plus: "M8 3v10M3 8h10",
  jobs: "M3 4h10M3 8h10M3 12h6",
  chart: "M2.500 13.500h11M4.500 11V7.500M8 11V3M11.500 11V5.500",
  plug: "M6 2v3M10 2v3M4 5h8v3a4 4 0 0 1-8 0zM8 12v2.500",
  gear: "M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400zM8 1.800v1.900M8 12.300v1.900M1.800 8h1.900M12.300 8h1.900M3.600 3.600l1.350 1.350M11.050 11.050l1.350 1.350M3.600 12.400l1.350-1.350M11.050 4.950l1.350-1.350",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300 13.500 13.500",
  copy: "M5.500 5.500h8v8h-8zM3.500 10.500h-1v-8h8v1",
  link: "M6.500 9.500l3-3M7 4.500l1.200-1.200a3 3 0 0 1 4.250 4.250L11.200 8.800M9 11.500l-1.200 1.200a3 3 0 0 1-4.250-4.250L4.800 7.200",
  check: "M3 8.500 6.500 12 13 4.500",
  close: "M4 4l8 8M12 4l-8 8",
  warning: "M8 2.200 14.300 13.300H1.700zM8 6.500v3M8 11.200v.2",
  external: "M6.500 3.500h-3v9h9v-3M9.500 2.500h4v4M13.500 2.500 7.500 8.500",
  refresh: "M13 5.500A5.500 5.500 0 0 0 3 6M3 3v3h3M3 10.500A5.500 5.500 0 0 0 13 10M13 13v-3h-3",
  down: "M4 6l4 4 4-4",
  right: "M6 4l4 4-4 4",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  trash: "M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.6 9h5.800l.6-9M6.800 7v4M9.200 7v4",
  file: "M4 1.800h5l3 3v9.400H4zM9 1.800v3h3",
  lock: "M4 7h8v6.500H4zM5.500 7V5a2.500 2.500 0 0 1 5 0v2",
  exit: "M9.500 2.500h-6v11h6M6.500 8h7M11 5.500 13.500 8 11 10.500",
  user: "M8 7.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM3 13.500a5 5 0 0 1 10 0",
  upload: "M8 10V2.500M5 5.500l3-3 3 3M2.500 10v3.500h11V10",
  sun: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.500V3M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M3.400 12.600l1-1M11.600 4.400l1-1",
} as const

export type IconName = keyof typeof PATHS

/** Shows an icon in the colour of the surrounding text; hidden from screen readers. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="shrink-0"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
