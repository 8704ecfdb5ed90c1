/** A record in the answers of a screen's calls. */
export interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}
