import type { ClipboardEvent } from 'react'
import Button from 'react-bootstrap/Button'
import { late } from '../../../client/load/late.tsx'
import type { ResolvedField } from '../../../language/resolved.ts'
import { tierLimitText } from '../../../rules/tiers.ts'
import type { WidgetProps } from '../widget.ts'
import type { Row } from './rowValues.ts'

/** Loaded on demand, because few lists can be filled from a file. */
const RowsImport = late(async () => (await import('./RowsImport.tsx')).RowsImport)

interface RowsToolsProps {
  readonly field: ResolvedField
  /** Number of rows, and the most that there may be. */
  readonly count: number
  readonly limit: number
  readonly readForm: WidgetProps['readForm']
  readonly onAdd: () => void
  readonly onPaste: (event: ClipboardEvent) => void
  readonly onRows: (rows: readonly Row[]) => void
}

/** What is below the rows editor: the ways to add rows, and why there is none. */
export function RowsTools({ field, count, limit, readForm, onAdd, onPaste, onRows }: RowsToolsProps) {
  const isFull = count >= limit
  const importCall = field.ui.options?.import
  return (
    <>
      <Button size="sm" variant="outline-primary" disabled={isFull} onClick={onAdd} onPaste={onPaste}>
        新增
      </Button>
      {importCall !== undefined && <RowsImport call={importCall} title={field.title} count={count} readForm={readForm} onRows={onRows} />}
      {isFull && (
        <span className="text-danger ms-2" role="status">
          {tierLimitText(limit)}
        </span>
      )}
      <p className="form-text mb-0">可自試算表複製儲存格後，在欄位內貼上。</p>
    </>
  )
}
