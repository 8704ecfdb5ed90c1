import { useState } from 'react'
import type { LedgerEntry, LedgerPage } from '../../../src/answers/corporate.ts'
import { formatDateTime, formatPoints } from '../../../src/client/format.ts'
import { TextField } from '../../shared/form/TextField.tsx'
import { useSending } from '../../shared/form/useSending.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { Pager } from '../../shared/Pager.tsx'
import { type RowColumn, RowTable } from '../../shared/RowTable.tsx'
import { useLoaded } from '../../shared/useLoaded.ts'

const pageSize = 10

const columns: readonly RowColumn<LedgerEntry>[] = [
  { title: '日期', draw: (row) => formatDateTime(row.date) },
  { title: '類別', draw: (row) => row.kindName },
  { title: '交易序號', draw: (row) => row.transactionNo },
  { title: '存入', draw: (row) => (row.pointsIn > 0 ? formatPoints(row.pointsIn) : ''), isNumber: true },
  { title: '支出', draw: (row) => (row.pointsOut > 0 ? formatPoints(row.pointsOut) : ''), isNumber: true },
  { title: '餘額', draw: (row) => formatPoints(row.balance), isNumber: true },
]

/** The member's ledger by dates, with a download. */
export function LedgerPart() {
  const sending = useSending()
  const [range, setRange] = useState({ from: '', to: '' })
  const [pageIndex, setPageIndex] = useState(0)
  const isWrong = range.from !== '' && range.to !== '' && range.to < range.from
  const query = new URLSearchParams(Object.entries(range).filter(([, day]) => day !== '')).toString()
  const change = (changes: Partial<typeof range>) => {
    setRange({ ...range, ...changes })
    setPageIndex(0)
  }
  const handleExport = () => void sending.send((http) => http.download(`/api/portal/ledger/export?${query}`))
  return (
    <>
      <div className="list-tools">
        <TextField id="ledgerFrom" label="起日" type="date" value={range.from} onChange={(from) => change({ from })} />
        <TextField
          id="ledgerTo"
          label="迄日"
          type="date"
          value={range.to}
          onChange={(to) => change({ to })}
          problem={isWrong ? '迄日不可早於起日。' : undefined}
        />
        <button type="button" className="button button-quiet" disabled={isWrong || sending.isSending} onClick={handleExport}>
          匯出
        </button>
      </div>
      {!isWrong && <LedgerRows path={`/api/portal/ledger/${pageIndex}/${pageSize}?${query}`} pageIndex={pageIndex} onPage={setPageIndex} />}
    </>
  )
}

function LedgerRows({ path, pageIndex, onPage }: { path: string; pageIndex: number; onPage: (pageIndex: number) => void }) {
  const loaded = useLoaded<LedgerPage>(path, { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {({ rows, totalCount }) => (
        <>
          <RowTable
            caption="點數明細"
            className="row-table-ledger"
            columns={columns}
            rows={rows}
            keyOf={(row) => `${row.transactionNo} ${row.balance}`}
          />
          <Pager pageIndex={pageIndex} pageSize={pageSize} totalCount={totalCount} onChange={onPage} />
        </>
      )}
    </LoadedPart>
  )
}
