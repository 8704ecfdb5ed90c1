import type { MailedPage } from '../../../../src/answers/settlement.ts'
import { LoadedPart } from '../../../shared/LoadedPart.tsx'
import { useReloading } from '../../../shared/useLoaded.ts'
import { MailedTable } from './MailedTable.tsx'
import { MailForm } from './MailForm.tsx'
import { useMailedPage } from './useMailedPage.ts'

interface SerialMailsProps {
  readonly settlementNo: string
  readonly corporateNo: string
  /** True while the list of serials can be read. */
  readonly canSend: boolean
  readonly onClose: () => void
}

/** Mails the serials of one purchase to people of the company, and shows who got one. */
export default function SerialMails({ settlementNo, corporateNo, canSend, onClose }: SerialMailsProps) {
  const { path, pageIndex, pageSize, setPageIndex } = useMailedPage(settlementNo)
  const { loaded, reload } = useReloading<MailedPage>(path, { isOwn: true })
  return (
    <section className="serial-mails" aria-labelledby="serial-mails-title">
      <div className="serial-mails-head">
        <h3 id="serial-mails-title">寄送序號 {settlementNo}</h3>
        <button type="button" className="button button-quiet button-small" onClick={onClose}>
          關閉
        </button>
      </div>
      {canSend ? (
        <MailForm settlementNo={settlementNo} corporateNo={corporateNo} onSent={reload} />
      ) : (
        <p className="form-hint">序號檔已超過下載次數或期限，無法再寄送序號；已寄送的紀錄如下。</p>
      )}
      <LoadedPart loaded={loaded}>
        {({ rows, totalCount }) => (
          <MailedTable
            settlementNo={settlementNo}
            rows={rows}
            canResend={canSend}
            page={{ pageIndex, pageSize, totalCount, onChange: setPageIndex }}
            onChanged={reload}
          />
        )}
      </LoadedPart>
    </section>
  )
}
