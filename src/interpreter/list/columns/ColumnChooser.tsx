import { useState } from 'react'
import { lateDialog } from '../../../client/load/late.tsx'
import type { Columns } from './useColumns.ts'

const ColumnDialog = lateDialog(async () => (await import('./ColumnDialog.tsx')).ColumnDialog)

/** Button for the dialog in which users arrange the columns; the dialog's code is loaded on demand. */
export function ColumnChooser({ columns }: { readonly columns: Columns }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="btn btn-sm btn-outline-secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        欄位
      </button>
      {isOpen && (
        <ColumnDialog
          columns={columns.arranged}
          onCancel={close}
          onConfirm={(arranged) => {
            close()
            columns.arrange(arranged)
          }}
        />
      )}
    </>
  )
}
