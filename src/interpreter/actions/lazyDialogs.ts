import { lazy } from 'react'

const loadImportDialog = () => import('../shared/import/ImportDialog.tsx')
const loadHistoryDialog = () => import('./HistoryDialog.tsx')
const loadPrintDialog = () => import('../print/PrintDialog.tsx')

/** Dialogs that most visits never open; their code is loaded with the first use. */
export const LazyImportDialog = lazy(async () => ({ default: (await loadImportDialog()).ImportDialog }))
export const LazyFileDialog = lazy(async () => ({ default: (await loadImportDialog()).FileImportDialog }))
export const LazyHistoryDialog = lazy(async () => ({ default: (await loadHistoryDialog()).HistoryDialog }))
export const LazyPrintDialog = lazy(async () => ({ default: (await loadPrintDialog()).PrintDialog }))

/** Loads the code before the first use. */
export const loadDialogs = () => Promise.all([loadImportDialog(), loadHistoryDialog(), loadPrintDialog()])
