/** A record as a screen's calls answer it. */
export interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}
