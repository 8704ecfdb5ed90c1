import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { showProblem } from '../../../client/notices.ts'
import { Icon } from '../../../client/parts/Icon.tsx'
import type { OwnIcon } from '../../../client/parts/ownIcons.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { useEvent } from '../../shared/parts/useStable.ts'
import { type ShownRows, type ShownRowsStore, useShownRows } from '../../shared/records/shownRows.ts'
import { type FormStep, rowIndex, stepTo } from './recordStep.ts'

export interface RecordStepsProps {
  readonly store: ShownRowsStore
  /** The shown record. */
  readonly recordId: ListRow['id']
  /** Shows another row of the list; `list` is the address of its page. */
  readonly onMove: (row: ListRow, list: URLSearchParams) => void
}

/** Buttons for the previous and next record, in the order of the list and across its pages; the keys J and K do the same. */
export function RecordSteps({ store, recordId, onMove }: RecordStepsProps) {
  const shown = useShownRows(store)
  const [isMoving, setMoving] = useState(false)
  const index = shown === null ? -1 : rowIndex(shown, recordId)

  const go = useEvent((direction: FormStep) => {
    const target = shown === null || index < 0 || isMoving ? null : stepTo(shown, index, direction)
    if (shown === null || target === null) return
    if (target.kind === 'row') return onMove(target.row, shown.addressOf(shown.pageIndex))
    setMoving(true)
    void moveToPage(shown, target.pageIndex, direction, onMove).finally(() => setMoving(false))
  })

  if (shown === null || index < 0) return null
  const number = shown.pageIndex * shown.pageSize + index + 1
  const button = (direction: FormStep, label: string, icon: OwnIcon, key: string) => (
    <Button
      size="sm"
      variant="outline-secondary"
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label}（${key}）`}
      disabled={isMoving || stepTo(shown, index, direction) === null}
      onClick={() => go(direction)}
    >
      <Icon name={icon} />
    </Button>
  )
  return (
    <div className="record-form-steps d-print-none">
      {button(-1, '上一筆', 'chevron_left', 'K')}
      <span className="small text-body-secondary" role="status">
        第 {number.toLocaleString('en-US')} / {shown.totalCount.toLocaleString('en-US')} 筆
      </span>
      {button(1, '下一筆', 'chevron_right', 'J')}
    </div>
  )
}

async function moveToPage(shown: ShownRows, pageIndex: number, direction: FormStep, onMove: RecordStepsProps['onMove']): Promise<void> {
  try {
    const rows = await shown.readPage(pageIndex)
    const row = direction === 1 ? rows[0] : rows.at(-1)
    if (row !== undefined) onMove(row, shown.addressOf(pageIndex))
  } catch (problem) {
    showProblem(problem)
  }
}
