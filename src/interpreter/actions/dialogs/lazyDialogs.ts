import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'

const loadImportDialog = () => import('../../shared/import/ImportDialog.tsx')

/** Dialogs that most visits never open; their code is loaded with the first use, that of histories earlier when the browser is idle. */
export const LazyImportDialog = late(async () => (await loadImportDialog()).ImportDialog, Spinner)
export const LazyFileDialog = late(async () => (await loadImportDialog()).FileImportDialog, Spinner)
export const LazyHistoryDialog = late(async () => (await import('./HistoryDialog.tsx')).HistoryDialog, Spinner)
export const LazyPrintDialog = late(async () => (await import('../../print/PrintDialog.tsx')).PrintDialog, Spinner)
