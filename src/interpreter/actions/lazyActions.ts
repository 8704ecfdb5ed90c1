import { lazy } from 'react'

const loadOpenDialog = () => import('./OpenDialog.tsx')

/** What actions ask and answer: nobody needs it before the first click. */
export const LazyOpenDialog = lazy(async () => ({ default: (await loadOpenDialog()).OpenDialog }))

/** Fetches it before anybody clicks. */
export const loadActions = loadOpenDialog
