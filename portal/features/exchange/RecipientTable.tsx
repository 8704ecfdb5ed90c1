import { useEffect, useRef, useState } from 'react'
import { saveFile } from '../../../src/client/http/download.ts'
import { randomKey } from '../../../src/client/randomKey.ts'
import { SheetFileField } from '../../shared/form/SheetFileField.tsx'
import { csvText } from '../../shared/form/sheetFile.ts'
import { Pager } from '../../shared/Pager.tsx'
import type { Offer } from './offers.ts'
import { RecipientLine } from './RecipientLine.tsx'
import { emptyRecipient, nameId, type RecipientRow, recipientHeadings, recipientRows, recipientRowsMax } from './recipients.ts'

interface RecipientTableProps {
  readonly rows: readonly RecipientRow[]
  readonly offers: readonly Offer[]
  readonly onChange: (rows: readonly RecipientRow[]) => void
}

/** Lines drawn at once, because hundreds of inputs would make every key slow. */
const pageSize = 20

/** The lines of an exchange for many recipients, typed or read from a file. */
export function RecipientTable({ rows, offers, onChange }: RecipientTableProps) {
  const [pageIndex, setPageIndex] = useState(0)
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const page = Math.min(pageIndex, lastPage)
  const first = page * pageSize
  const replace = (row: RecipientRow) => onChange(rows.map((other) => (other.key === row.key ? row : other)))
  const focusAdded = useFocusAdded()
  const add = () => {
    const row = newRow(offers)
    focusAdded(row.key)
    onChange([...rows, row])
    setPageIndex(Math.floor(rows.length / pageSize))
  }
  const handleCells = (cells: readonly (readonly string[])[]) => {
    onChange(recipientRows(cells, randomKey))
    setPageIndex(0)
  }
  return (
    <>
      <div className="list-tools">
        <SheetFileField id="recipientFile" label={`匯入收件人（.xlsx 或 CSV 檔，最多 ${recipientRowsMax} 筆）`} onCells={handleCells} />
        <button type="button" className="button button-quiet" onClick={() => saveExample(offers)}>
          下載範例
        </button>
      </div>
      <ol className="recipient-lines" start={first + 1}>
        {rows.slice(first, first + pageSize).map((row, index) => (
          <RecipientLine
            key={row.key}
            row={row}
            number={first + index + 1}
            offers={offers}
            onChange={replace}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <Pager pageIndex={page} pageSize={pageSize} totalCount={rows.length} onChange={setPageIndex} />
      <div className="button-row">
        <button type="button" className="button button-quiet button-small" disabled={rows.length >= recipientRowsMax} onClick={add}>
          新增收件人
        </button>
        {rows.length > 0 && (
          <button type="button" className="button button-quiet button-small" onClick={() => onChange([])}>
            全部清除
          </button>
        )}
      </div>
    </>
  )
}

/** A line without a recipient; a single product is chosen already. */
function newRow(offers: readonly Offer[]): RecipientRow {
  const [only] = offers.length === 1 ? offers : []
  return { key: randomKey(), ...emptyRecipient, couponBatchNo: only?.couponBatchNo ?? '', quantity: '1' }
}

/** Focuses an added line as soon as it is drawn, because the button that adds it comes after it. */
function useFocusAdded(): (key: string) => void {
  const added = useRef<string | null>(null)
  useEffect(() => {
    const field = added.current === null ? null : document.getElementById(nameId(added.current))
    if (!field) return
    added.current = null
    field.focus()
  })
  return (key) => {
    added.current = key
  }
}

/** Saves an example with a line for each product on offer and its name. The byte order mark makes spreadsheet programs read it as UTF-8. */
function saveExample(offers: readonly Offer[]): void {
  const products = offers.length > 0 ? offers : [{ couponBatchNo: '', couponName: '' }]
  const lines = products.map(({ couponBatchNo, couponName }) => [
    '王小明',
    '0912345678',
    'name@example.com',
    couponBatchNo,
    '1',
    couponName,
  ])
  const headings = [...recipientHeadings, '票券名稱（僅供參考，不會匯入）']
  saveFile(new Blob([csvText([headings, ...lines])], { type: 'text/csv' }), '收件人範例.csv')
}
