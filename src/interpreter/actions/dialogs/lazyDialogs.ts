import { lateDialog } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'

const loadImportDialog = () => import('../../shared/import/ImportDialog.tsx')

/** Dialogs that most visits never open; their code is loaded with the first use, that of histories earlier when the browser is idle. */
export const LazyImportDialog = lateDialog(async () => (await loadImportDialog()).ImportDialog, Spinner)
export const LazyFileDialog = lateDialog(async () => (await loadImportDialog()).FileImportDialog, Spinner)
export const LazyHistoryDialog = lateDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog, Spinner)
export const LazyPrintDialog = lateDialog(async () => (await import('../../print/PrintDialog.tsx')).PrintDialog, Spinner)
