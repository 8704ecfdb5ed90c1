import { lazy } from 'react'

const loadImportDialog = () => import('./ImportDialog.tsx')
const loadHistoryDialog = () => import('./HistoryDialog.tsx')
/** Together: whoever sees the progress has what shows the result. */
async function loadBulkDialogs() {
  const [{ ProgressDialog }, { VerdictDialog }] = await Promise.all([import('./ProgressDialog.tsx'), import('./VerdictDialog.tsx')])
  return { ProgressDialog, VerdictDialog }
}

/** Dialogs that most visits to a list never open: their code comes with the first of them. */
export const LazyImportDialog = lazy(async () => ({ default: (await loadImportDialog()).ImportDialog }))
export const LazyFileImportDialog = lazy(async () => ({ default: (await loadImportDialog()).FileImportDialog }))
export const LazyHistoryDialog = lazy(async () => ({ default: (await loadHistoryDialog()).HistoryDialog }))
export const LazyProgressDialog = lazy(async () => ({ default: (await loadBulkDialogs()).ProgressDialog }))
export const LazyVerdictDialog = lazy(async () => ({ default: (await loadBulkDialogs()).VerdictDialog }))

/** Fetches them before anybody asks. */
export const loadDialogs = () => Promise.all([loadImportDialog(), loadHistoryDialog(), loadBulkDialogs()])
