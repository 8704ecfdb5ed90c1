import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { HistoryList } from '../../shared/values/HistoryList.tsx'

interface HistoryDialogProps {
  readonly title: string
  readonly screen: ResolvedScreen
  readonly recordId: ListRow['id']
  readonly onClose: () => void
}

/** The history of a record, opened from its row. */
export function HistoryDialog({ title, screen, recordId, onClose }: HistoryDialogProps) {
  return (
    <ModalDialog
      title={title}
      show
      size="lg"
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <button type="button" className="btn btn-primary" onClick={onClose}>
          確定
        </button>
      }
    >
      <HistoryList screen={screen} recordId={recordId} />
    </ModalDialog>
  )
}
