/** What went wrong, classified by what the caller can do. */
export type HttpProblemKind = 'fields' | 'text' | 'unauthorized' | 'forbidden' | 'locked' | 'network' | 'aborted'

export interface HttpProblemDetails {
  readonly kind: HttpProblemKind
  /** HTTP status; 0 when no answer arrived or nothing was sent. */
  readonly status: number
  /** Header `x-error-code` (M01..M22, E...), null when the server sent none. */
  readonly code: string | null
  /** Text for the user; empty when nothing needs to be shown (the page is about to reload, or the caller aborted). */
  readonly text: string
  /** Only with kind `fields`: field name (dotted for rows) to text. */
  readonly fields?: Readonly<Record<string, string>>
}

/** The only error of the HTTP client: every failed call rejects with it. */
export class HttpProblem extends Error {
  readonly kind: HttpProblemKind
  readonly status: number
  readonly code: string | null
  readonly text: string
  readonly fields?: Readonly<Record<string, string>>

  constructor(details: HttpProblemDetails, options: { cause?: unknown } = {}) {
    super(details.text || details.kind, options)
    this.name = 'HttpProblem'
    this.kind = details.kind
    this.status = details.status
    this.code = details.code
    this.text = details.text
    if (details.fields) this.fields = details.fields
  }
}

/** True for failures of the HTTP client; any other error is a defect in our code. */
export function isHttpProblem(problem: unknown): problem is HttpProblem {
  return problem instanceof HttpProblem
}
