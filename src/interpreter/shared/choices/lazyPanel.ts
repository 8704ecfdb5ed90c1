import { lazy } from 'react'

/** Loaded when the first picker opens, or earlier when the browser is idle. */
export const loadOptionPanel = () => import('./OptionPanel.tsx')
export const LazyOptionPanel = lazy(async () => ({ default: (await loadOptionPanel()).OptionPanel }))
