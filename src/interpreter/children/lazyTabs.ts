import { late } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'

/** Content of tabs, loaded when a tab is opened. */
export const LazyChildList = late(async () => (await import('./ChildList.tsx')).ChildList, { Waiting: Spinner })
export const LazyHistoryList = late(async () => (await import('../shared/values/HistoryList.tsx')).HistoryList, { Waiting: Spinner })
