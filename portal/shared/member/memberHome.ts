/** Answer of `GET /api/portal/home`. */
export interface MemberHome {
  readonly companyName: string
  readonly corporateNo: string
  readonly contactName: string
  readonly contactMobile: string
  readonly contactEmail: string
  readonly balance: number
  /** Points that end within 30 days. */
  readonly expiring30: number
  /** YYYY-MM-DD; null while nothing ends. */
  readonly expiringDate: string | null
  /** Versions that wait for consent. */
  readonly openTerms: { readonly policyVersion: string; readonly privacyVersion: string } | null
}
