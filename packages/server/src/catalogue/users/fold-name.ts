/** Returns the form in which account names are compared: "Ann", "ANN" and a full-width "Ａnn" are the same. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().normalize("NFKC")
}
