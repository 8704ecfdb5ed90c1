import { lazy } from 'react'

const loadOpenDialog = () => import('./OpenDialog.tsx')
const loadRowMenu = () => import('./RowMenu.tsx')

/** Dialogs of actions, which are not needed before the first click. */
export const LazyOpenDialog = lazy(async () => ({ default: (await loadOpenDialog()).OpenDialog }))

/** The 更多 menu of a table. */
export const LazyRowMenu = lazy(async () => ({ default: (await loadRowMenu()).RowMenu }))

/** Loads the code before the first click. */
export const loadActions = () => Promise.all([loadOpenDialog(), loadRowMenu()])
