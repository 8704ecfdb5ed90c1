import { lazy } from 'react'

const loadImportDialog = () => import('../shared/import/ImportDialog.tsx')
const loadHistoryDialog = () => import('./HistoryDialog.tsx')
const loadPrintDialog = () => import('../print/PrintDialog.tsx')

/** Dialogs that most visits to a list never open: their code comes with the first of them. */
export const LazyImportDialog = lazy(async () => ({ default: (await loadImportDialog()).ImportDialog }))
export const LazyHistoryDialog = lazy(async () => ({ default: (await loadHistoryDialog()).HistoryDialog }))
export const LazyPrintDialog = lazy(async () => ({ default: (await loadPrintDialog()).PrintDialog }))

/** Fetches them before anybody asks. */
export const loadDialogs = () => Promise.all([loadImportDialog(), loadHistoryDialog(), loadPrintDialog()])
