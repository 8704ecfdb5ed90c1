import { lazy } from 'react'

const loadOpenDialog = () => import('./OpenDialog.tsx')
const loadRowMenu = () => import('./RowMenu.tsx')

/** What actions ask and answer: nobody needs it before the first click. */
export const LazyOpenDialog = lazy(async () => ({ default: (await loadOpenDialog()).OpenDialog }))

/** The 更多 menu of a table. */
export const LazyRowMenu = lazy(async () => ({ default: (await loadRowMenu()).RowMenu }))

/** Fetches it before anybody clicks. */
export const loadActions = () => Promise.all([loadOpenDialog(), loadRowMenu()])
