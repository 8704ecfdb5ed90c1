import type { StoredSession } from '../session/storedSession.ts'
import type { HttpProblem } from './problem.ts'
import type { QueryParams } from './queryString.ts'
import type { ClientId } from './tokenForms.ts'
import type { WithLock } from './tokenRefresh.ts'
import type { TransportRequest } from './transport.ts'

/** How a failed call may leave the page. Each function navigates at once and shows its own notice. */
export interface Departures {
  /** Reloads after a token refresh. `isWriteLost`: the refused call was a write and is not repeated; the reloaded page says so. */
  reload(isWriteLost: boolean): void
  /** The session has ended and storage is cleared; `problem.text` gives the reason. */
  toLogin(problem: HttpProblem): void
  toPage500(problem: HttpProblem): void
}

export interface HttpClientOptions {
  readonly clientId: ClientId
  readonly session: StoredSession
  readonly departures: Departures
  /** Counts one pending request; returns the function that ends it. */
  readonly beginLoading?: () => () => void
  /** Counts a reload and returns whether it may happen, see `reloadGuard.ts`. */
  readonly mayReload: () => boolean
  readonly withLock?: WithLock
  /** Called after the stored tokens, user and permissions were renewed without a reload. */
  readonly onRefreshed?: () => void
  /** Origin of the server in tests; default: the page's own. */
  readonly baseURL?: string
}

/** A call as passed between the parts of the client. */
export interface Request extends Omit<TransportRequest, 'address' | 'headers'> {
  readonly path: string
  readonly params?: QueryParams | undefined
  readonly anonymous?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly background?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}
