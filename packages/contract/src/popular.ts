/** Entry of the table of popular libraries, which only a few programs need. */
export {
  findPackageDocumentation,
  findPopularLibrary,
  listPopularLibraries,
  type PackageDocumentation,
  type PackageEcosystem,
  type PopularLibrary,
  searchPopularLibraries,
} from "./popular/popular-libraries.ts"
