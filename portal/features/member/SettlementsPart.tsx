import { useState } from 'react'
import type { OwnSettlement, SettlementPage } from '../../../src/answers/settlement.ts'
import { formatDate, formatMoney, formatPoints } from '../../../src/client/format.ts'
import { late } from '../../../src/client/load/late.tsx'
import { notify } from '../../../src/client/notices.ts'
import { deliveryMethod, serialBatchStatus } from '../../../src/rules/codes.generated.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { MissingPart } from '../../shared/LoadProblem.tsx'
import { useDictionaryLabels } from '../../shared/member/useDictionaryLabels.ts'
import { Pager } from '../../shared/Pager.tsx'
import { type RowColumn, RowTable } from '../../shared/RowTable.tsx'
import { Spinner } from '../../shared/Spinner.tsx'
import { useReloading } from '../../shared/useLoaded.ts'

const SerialMails = late(async () => (await import('./serialMails/SerialMails.tsx')).default, { Waiting: Spinner, Missing: MissingPart })

const pageSize = 10

/** 採購紀錄: bought points, and the file of their serials while it may be downloaded. */
export function SettlementsPart({ corporateNo }: { corporateNo: string }) {
  const [pageIndex, setPageIndex] = useState(0)
  const [mailedNo, setMailedNo] = useState<string | null>(null)
  const statuses = useDictionaryLabels('SerialBatchStatus')
  const payments = useDictionaryLabels('PaymentStatus')
  const { loaded, reload } = useReloading<SettlementPage>(`/api/portal/settlements/${pageIndex}/${pageSize}`, { isOwn: true })
  const columns: readonly RowColumn<OwnSettlement>[] = [
    { title: '批次編號', draw: (row) => row.settlementNo },
    { title: '點數', draw: (row) => pointsText(row), isNumber: true },
    { title: '已使用', draw: (row) => (isInAccount(row) ? '已存入帳戶' : formatPoints(row.usedPoints)), isNumber: true },
    { title: '剩餘', draw: (row) => !isInAccount(row) && <LeftPoints row={row} />, isNumber: true },
    { title: '使用期限', draw: (row) => row.validTo, isWhole: true },
    { title: '金額', draw: (row) => formatMoney(row.totalAmount), isNumber: true },
    { title: '發票號碼', draw: (row) => row.invoiceNo ?? '' },
    { title: '付款', draw: (row) => payments.get(row.paymentStatus) ?? '' },
    { title: '狀態', draw: (row) => statuses.get(row.status) ?? '' },
    { title: '序號檔', draw: (row) => <FileCell row={row} onFetched={reload} onMail={() => setMailedNo(row.settlementNo)} /> },
  ]
  return (
    <LoadedPart loaded={loaded}>
      {({ rows, totalCount }) => (
        <>
          <RowTable caption="採購紀錄" columns={columns} rows={rows} keyOf={(row) => row.settlementNo} className="row-table-purchases" />
          <Pager pageIndex={pageIndex} pageSize={pageSize} totalCount={totalCount} onChange={setPageIndex} />
          {mailedNo !== null && (
            <SerialMails
              key={mailedNo}
              settlementNo={mailedNo}
              corporateNo={corporateNo}
              canSend={rows.some((row) => row.settlementNo === mailedNo && row.downloadsLeft !== null)}
              onClose={() => setMailedNo(null)}
            />
          )}
        </>
      )}
    </LoadedPart>
  )
}

function pointsText({ totalPoints, pointsPerSerial, quantity }: OwnSettlement): string {
  return quantity === 1
    ? formatPoints(totalPoints)
    : `${formatPoints(totalPoints)}（${formatPoints(pointsPerSerial)} × ${quantity.toLocaleString('zh-TW')}）`
}

/** True for points that went directly into the account, where they are spent. */
function isInAccount(settlement: OwnSettlement): boolean {
  return settlement.deliveryMethod === deliveryMethod.account
}

function LeftPoints({ row: { remainingPoints, frozenCount } }: { row: OwnSettlement }) {
  return (
    <span className="file-cell left-points">
      {formatPoints(remainingPoints)}
      {frozenCount > 0 && <small>{frozenCount.toLocaleString('zh-TW')} 組凍結，請洽客服人員解除</small>}
    </span>
  )
}

/** For delivered serials: their file while it may be downloaded, and the mails sent. */
function FileCell({ row, onFetched, onMail }: { row: OwnSettlement; onFetched: () => void; onMail: () => void }) {
  const isDelivered =
    row.deliveryMethod === deliveryMethod.file && (row.status === serialBatchStatus.delivered || row.status === serialBatchStatus.settled)
  return (
    <>
      {row.downloadsLeft !== null && <FileButton row={row} onFetched={onFetched} />}
      {isDelivered && (
        <button type="button" className="link-button" aria-label={`寄送 ${row.settlementNo} 序號給同仁`} onClick={onMail}>
          寄給同仁
        </button>
      )}
    </>
  )
}

/** Every download counts; three are allowed within seven days. */
function FileButton({ row, onFetched }: { row: OwnSettlement; onFetched: () => void }) {
  const sending = useSending()
  const handleDownload = async () => {
    await sending.send((http) => http.download(`/api/portal/settlements/${row.settlementNo}/file`, { method: 'POST' }))
    onFetched()
  }
  const handleResend = async () => {
    const isSent = await sending.send((http) => http.post(`/api/portal/settlements/${row.settlementNo}/mail`).then(() => true))
    if (isSent) notify.success('密碼信已寄至您的登入信箱，通常數分鐘內送達。')
  }
  return (
    <span className="file-cell">
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={`下載 ${row.settlementNo} 序號檔`}
        disabled={sending.isSending}
        onClick={() => void handleDownload()}
      >
        下載
      </button>
      <button
        type="button"
        className="link-button"
        aria-label={`重寄 ${row.settlementNo} 序號檔密碼`}
        disabled={sending.isSending}
        onClick={() => void handleResend()}
      >
        重寄密碼信
      </button>
      <small>
        尚可下載 {row.downloadsLeft} 次{row.fileValidTo && <>，至 {formatDate(row.fileValidTo)}</>}
      </small>
    </span>
  )
}
