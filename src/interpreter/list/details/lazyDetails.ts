import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'

/** Details of rows; their code is loaded when the first row is opened, or earlier when the browser is idle. */
export const LazyRowDetails = late(async () => (await import('./RowDetails.tsx')).RowDetails, { Waiting: Spinner })

/** Loaded on demand, because few lists have a head. */
export const LazyHeadCard = late(async () => (await import('./HeadCard.tsx')).HeadCard, { Waiting: Spinner })
export const LazyHeadTabs = late(async () => (await import('./HeadTabs.tsx')).HeadTabs)
