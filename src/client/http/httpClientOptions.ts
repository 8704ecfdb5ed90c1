import type { StoredSession } from '../session/storedSession.ts'
import type { HttpProblem } from './problem.ts'
import type { QueryParams } from './queryString.ts'
import type { ClientId } from './tokenForms.ts'
import type { WithLock } from './tokenRefresh.ts'
import type { TransportRequest } from './transport.ts'

/** Ways in which a failed call may leave the page. Each navigates at once and shows its own notice. */
export interface Departures {
  /**
   * Reloads after a token refresh. `isWriteLost`: the refused call was a write and is not sent again; the page after the reload says so.
   */
  reload(isWriteLost: boolean): void
  /** The session is gone and storage is cleared; `problem.text` says why. */
  toLogin(problem: HttpProblem): void
  toPage500(problem: HttpProblem): void
}

export interface HttpClientOptions {
  readonly clientId: ClientId
  readonly session: StoredSession
  readonly departures: Departures
  /** Counts one pending request and returns what ends it. */
  readonly beginLoading?: () => () => void
  /** Counts a reload and answers whether it may happen, see `reloadGuard.ts`. */
  readonly mayReload: () => boolean
  readonly withLock?: WithLock
  /** Called after the stored tokens, user and permissions were renewed without a reload. */
  readonly onRefreshed?: () => void
  /** Origin of the server in tests; the page's own otherwise. */
  readonly baseURL?: string
}

/** One call, as the parts of the client hand it on. */
export interface Request extends Omit<TransportRequest, 'address' | 'headers'> {
  readonly path: string
  readonly params?: QueryParams | undefined
  readonly anonymous?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly idempotencyKey?: string | undefined
}
