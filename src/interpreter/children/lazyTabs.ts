import { lazy } from 'react'

/** What stands on a tab of a record waits for the tab. */
export const LazyChildList = lazy(async () => ({ default: (await import('./ChildList.tsx')).ChildList }))
export const LazyHistoryList = lazy(async () => ({ default: (await import('../shared/values/HistoryList.tsx')).HistoryList }))
