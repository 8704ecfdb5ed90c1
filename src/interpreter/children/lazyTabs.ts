import { lazy } from 'react'

/** Content of tabs, loaded when a tab is opened. */
export const LazyChildList = lazy(async () => ({ default: (await import('./ChildList.tsx')).ChildList }))
export const LazyHistoryList = lazy(async () => ({ default: (await import('../shared/values/HistoryList.tsx')).HistoryList }))
