import { type KeyboardEvent, useState } from 'react'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { Icon } from '../../../client/parts/Icon.tsx'
import type { OwnIcon } from '../../../client/parts/ownIcons.ts'
import dragIndicator from '../../../client/parts/symbols/drag_indicator.svg?raw'
import { type ArrangedColumn, moveColumn } from './arrangedColumns.ts'

interface ColumnDialogProps {
  readonly columns: readonly ArrangedColumn[]
  readonly onCancel: () => void
  /** Null restores the columns of the document. */
  readonly onConfirm: (columns: readonly ArrangedColumn[] | null) => void
}

/**
 * Shows, hides, orders and pins the columns of a list. Stored on the server per user, by field name. The last visible column cannot be
 * hidden.
 */
export function ColumnDialog({ columns, onCancel, onConfirm }: ColumnDialogProps) {
  const [draft, setDraft] = useState(columns)
  const [status, setStatus] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const shownCount = draft.filter((column) => !column.hidden).length
  const move = (field: string, to: number) => {
    const next = moveColumn(draft, field, to)
    const place = next.findIndex((column) => column.field === field)
    setDraft(next)
    setStatus(`${next[place]?.title ?? ''} 移到第 ${place + 1} 欄`)
  }
  const change = (changed: ArrangedColumn) => setDraft(draft.map((column) => (column.field === changed.field ? changed : column)))
  return (
    <ModalDialog title="欄位設定" show onConfirm={() => onConfirm(draft)} onCancel={onCancel}>
      <p className="small text-body-secondary">拖曳或以上下鍵調整順序。</p>
      <ol className="list-unstyled list-column-rows mb-2">
        {draft.map((column, index) => (
          <ColumnRow
            key={column.field}
            column={column}
            isFirst={index === 0}
            isLast={index === draft.length - 1}
            isOnlyShown={!column.hidden && shownCount === 1}
            isDragged={dragged === column.field}
            onChange={change}
            onMove={(step) => move(column.field, index + step)}
            onDrag={setDragged}
            onDragOver={() => dragged !== null && dragged !== column.field && move(dragged, index)}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {status}
      </span>
      <button type="button" className="btn btn-sm btn-link px-0" onClick={() => onConfirm(null)}>
        恢復為預設欄位
      </button>
    </ModalDialog>
  )
}

interface ColumnRowProps {
  readonly column: ArrangedColumn
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isOnlyShown: boolean
  readonly isDragged: boolean
  readonly onChange: (column: ArrangedColumn) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onDrag: (field: string | null) => void
  readonly onDragOver: () => void
}

function ColumnRow(props: ColumnRowProps) {
  const { column, isFirst, isLast, isOnlyShown, isDragged, onChange, onMove, onDrag, onDragOver } = props
  const { pin, ...unpinned } = column
  return (
    <li
      className={isDragged ? 'list-column-row list-column-dragged' : 'list-column-row'}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(column.field)
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => {
        event.preventDefault()
        onDragOver()
      }}
    >
      <Icon file={dragIndicator} className="text-body-secondary" />
      <label className="form-check d-flex gap-2 mb-0 flex-grow-1">
        <input
          type="checkbox"
          className="form-check-input"
          checked={!column.hidden}
          disabled={isOnlyShown}
          onChange={() => onChange({ ...column, hidden: !column.hidden })}
        />
        {column.title}
      </label>
      <select
        className="form-select form-select-sm w-auto"
        aria-label={`固定 ${column.title}`}
        value={pin ?? ''}
        onChange={({ target }) =>
          onChange(target.value === 'start' || target.value === 'end' ? { ...column, pin: target.value } : unpinned)
        }
      >
        <option value="">不固定</option>
        <option value="start">固定於左側</option>
        <option value="end">固定於右側</option>
      </select>
      <MoveButton icon="arrow_upward" label={`上移 ${column.title}`} disabled={isFirst} onMove={() => onMove(-1)} onKey={onMove} />
      <MoveButton icon="arrow_downward" label={`下移 ${column.title}`} disabled={isLast} onMove={() => onMove(1)} onKey={onMove} />
    </li>
  )
}

interface MoveButtonProps {
  readonly icon: OwnIcon
  readonly label: string
  readonly disabled: boolean
  readonly onMove: () => void
  readonly onKey: (step: -1 | 1) => void
}

/** Stays focusable at the end of the list, so that moving a column by keyboard does not lose the focus. */
function MoveButton({ icon, label, disabled, onMove, onKey }: MoveButtonProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onKey(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <button
      type="button"
      className="btn btn-sm btn-outline-secondary"
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onMove}
      onKeyDown={handleKey}
    >
      <Icon name={icon} />
    </button>
  )
}
