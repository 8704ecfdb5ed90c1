import { lazy } from 'react'

const loadRowDetails = () => import('./RowDetails.tsx')

/** Details of rows; their code is loaded when the first row is opened, or earlier when the browser is idle. */
export const LazyRowDetails = lazy(async () => ({ default: (await loadRowDetails()).RowDetails }))

/** Loaded on demand, because few lists have a head. */
export const LazyHeadCard = lazy(async () => ({ default: (await import('./HeadCard.tsx')).HeadCard }))
export const LazyHeadTabs = lazy(async () => ({ default: (await import('./HeadTabs.tsx')).HeadTabs }))

/** Loads the code of the details before the first use. */
export const loadDetails = loadRowDetails
