export interface VisibilityRulesTable {
  teamspace_key: string
  policies: string
  access_rules: string
  change_number: number
}
