import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../../../client/parts/Icon.tsx'
import type { OpenedCell } from '../../shared/records/openForm.ts'
import type { DrawnColumn } from '../columns/drawnColumns.ts'

interface EditableCellProps {
  readonly drawn: DrawnColumn
  /** Name of the record. */
  readonly name: string
  readonly onEdit: (cell: OpenedCell) => void
  readonly children: ReactNode
}

/** A value that can be changed in its row: by a button, which appears with the pointer or the focus, or by a double click. */
export function EditableCell({ drawn, name, onEdit, children }: EditableCellProps) {
  const { column, className, style } = drawn
  const edit = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const element = currentTarget.closest('td')
    if (element === null) return
    // The focus comes back here when the value is saved or left as it was.
    element.querySelector<HTMLElement>('.list-edit')?.focus()
    onEdit({ field: column.field, element })
  }
  return (
    <td className={`${className} list-editable`} style={style} onDoubleClick={edit}>
      {children}
      <button type="button" className="list-edit d-print-none" aria-label={`修改${column.title}：${name}`} title="修改" onClick={edit}>
        <Icon name="edit" />
      </button>
    </td>
  )
}
