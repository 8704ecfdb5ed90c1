import { lazy } from 'react'

/** What is searched and listed comes when the first picker opens, or before that when idle. */
export const loadOptionPanel = () => import('./OptionPanel.tsx')
export const LazyOptionPanel = lazy(async () => ({ default: (await loadOptionPanel()).OptionPanel }))
