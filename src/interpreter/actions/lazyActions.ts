import { late, lateDialog } from '../../client/load/late.tsx'
import { Spinner } from '../../client/parts/Spinner.tsx'

/** Dialogs of actions, which are not needed before the first click. */
export const LazyOpenDialog = lateDialog(async () => (await import('./dialogs/OpenDialog.tsx')).OpenDialog, Spinner)

/** The 更多 menu of a table. */
export const LazyRowMenu = late(async () => (await import('./buttons/RowMenu.tsx')).RowMenu)

/** Loads the code before the first click. */
export const loadActions = () => Promise.all([LazyOpenDialog.fetch(), LazyRowMenu.fetch()])
