import type { ComponentProps } from 'react'
import type { MailedSerial } from '../../../../src/answers/settlement.ts'
import { formatDateTime, formatPoints } from '../../../../src/client/format.ts'
import { notify } from '../../../../src/client/notices.ts'
import { useSending } from '../../../shared/form/useSending.ts'
import { Pager } from '../../../shared/Pager.tsx'
import { type RowColumn, RowTable } from '../../../shared/RowTable.tsx'

interface MailedTableProps {
  readonly settlementNo: string
  readonly rows: readonly MailedSerial[]
  readonly canResend: boolean
  readonly page: ComponentProps<typeof Pager>
  readonly onChanged: () => void
}

const states: Readonly<Record<MailedSerial['state'], string>> = {
  waiting: '寄送中',
  sent: '已寄送',
  failed: '寄送失敗',
  recorded: '未寄出（系統未設定郵件主機）',
}

/** Who got a serial by mail, whether the mail was sent, and how many points of it were used. */
export function MailedTable({ settlementNo, rows, canResend, page, onChanged }: MailedTableProps) {
  if (rows.length === 0) return null
  const columns: readonly RowColumn<MailedSerial>[] = [
    { title: '收件人', draw: (row) => row.recipientName },
    { title: '電子郵件', draw: (row) => row.recipientEmail },
    { title: '序號末四碼', draw: (row) => row.last4 },
    { title: '狀態', draw: (row) => <MailState row={row} /> },
    { title: '已使用點數', draw: (row) => formatPoints(row.usedPoints), isNumber: true },
    {
      title: '重寄',
      draw: (row) => canResend && row.canResend && <ResendButton settlementNo={settlementNo} row={row} onSent={onChanged} />,
    },
  ]
  return (
    <>
      <RowTable caption="已寄送的序號" columns={columns} rows={rows} keyOf={(row) => row.serialId} />
      <Pager {...page} />
      {rows.some(({ state }) => state === 'waiting') && (
        <p>
          <button type="button" className="link-button" onClick={onChanged}>
            更新寄送狀態
          </button>
        </p>
      )}
    </>
  )
}

function MailState({ row: { state, sentAt, mailCount } }: { row: MailedSerial }) {
  return (
    <span>
      {states[state]}
      {state === 'sent' && sentAt && ` ${formatDateTime(sentAt)}`}
      {mailCount > 1 && `（第 ${mailCount} 次）`}
    </span>
  )
}

function ResendButton({ settlementNo, row, onSent }: { settlementNo: string; row: MailedSerial; onSent: () => void }) {
  const sending = useSending()
  const handleResend = async () => {
    const path = `/api/portal/settlements/${settlementNo}/serial_mails/${row.serialId}/mail`
    if (await sending.send((http) => http.post(path).then(() => true))) notify.success(`已重寄給 ${row.recipientName}。`)
    onSent()
  }
  return (
    <button
      type="button"
      className="link-button"
      aria-label={`重寄給 ${row.recipientName}`}
      disabled={sending.isSending}
      onClick={() => void handleResend()}
    >
      重寄
    </button>
  )
}
