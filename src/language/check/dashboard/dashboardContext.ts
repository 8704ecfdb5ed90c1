import type { Names } from '../../catalog/known.ts'
import type { Dashboard } from '../../documents/dashboard.ts'
import type { ResolvedScreen } from '../../resolved.ts'

/** The valid screens, through which tiles are read. */
export interface Shown {
  /** By uri. */
  readonly shown: ReadonlyMap<string, ResolvedScreen>
  readonly shownByEntity: ReadonlyMap<string, readonly ResolvedScreen[]>
}

export interface DashboardContext extends Shown {
  readonly path: string
  readonly dashboard: Dashboard
  readonly names: Names
}
