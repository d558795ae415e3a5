/** Gives the form in which names of accounts are compared: "Ann", "ANN" and a full-width "Ａnn" are one person. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFKC")
}
