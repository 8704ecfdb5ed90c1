import { lazy } from 'react'

const loadRowDetails = () => import('./RowDetails.tsx')

/** What a row holds besides its columns: its code comes when the first row is opened, or before that when idle. */
export const LazyRowDetails = lazy(async () => ({ default: (await loadRowDetails()).RowDetails }))

/** Few lists have a head. */
export const LazyHeadCard = lazy(async () => ({ default: (await import('./HeadCard.tsx')).HeadCard }))
export const LazyHeadTabs = lazy(async () => ({ default: (await import('./HeadTabs.tsx')).HeadTabs }))

/** Fetches the details before anybody asks. */
export const loadDetails = loadRowDetails
