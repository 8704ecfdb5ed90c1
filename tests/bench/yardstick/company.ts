/** A merchant as the list and the form of the yardstick use it. */
export interface Company {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: string | number | boolean | null
}

export interface CompanyPage {
  readonly totalCount: number
  readonly rows: readonly Company[]
  readonly totals: { readonly prepaidBalance: number | null }
}

export interface CompanyQuery {
  readonly pageIndex: number
  readonly pageSize: number
  readonly sort: string
  readonly filters: Readonly<Record<string, string>>
}

export const listPath = '/api/company/companies'
