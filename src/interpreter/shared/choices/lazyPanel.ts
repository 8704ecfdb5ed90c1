import { late } from '../../../client/load/late.tsx'

/** Loaded when the first picker opens, or earlier when the browser is idle. */
export const LazyOptionPanel = late(async () => (await import('./OptionPanel.tsx')).OptionPanel)
