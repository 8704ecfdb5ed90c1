/** The dialogs of an action on many records, in one piece: whoever sees the progress has what shows its result. */
export { ProgressDialog } from './ProgressDialog.tsx'
export { VerdictDialog } from './VerdictDialog.tsx'
