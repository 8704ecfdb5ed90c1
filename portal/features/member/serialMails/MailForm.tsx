import { useState } from 'react'
import type { SentSerials } from '../../../../src/answers/settlement.ts'
import { notify } from '../../../../src/client/notices.ts'
import { message } from '../../../../src/rules/messages.ts'
import { TextField } from '../../../shared/form/TextField.tsx'
import { useAttempt } from '../../../shared/form/useAttempt.ts'
import { storedMembers, storedText, useDraft } from '../../../shared/form/useDraft.ts'
import { useSending } from '../../../shared/form/useSending.ts'
import { Popup } from '../../../shared/popup/Popup.tsx'
import { RecipientLinesField } from './RecipientLinesField.tsx'
import { readLines } from './recipientLines.ts'

interface MailFormProps {
  readonly settlementNo: string
  readonly corporateNo: string
  readonly onSent: () => void
}

/** Recipients of serials, and the password of the serial file, which proves that the sender may pass the serials on. */
export function MailForm({ settlementNo, corporateNo, onSent }: MailFormProps) {
  const draft = useDraft(`/member:serialMails:${corporateNo}:${settlementNo}`, readDraftLines)
  const sending = useSending({ draft })
  // The password is kept only in memory.
  const [filePassword, setFilePassword] = useState('')
  const [isAsked, setAsked] = useState(false)
  const { recipients, problems } = readLines(draft.values.lines)
  const found = {
    ...(recipients.length === 0 && { recipientLines: message('M05', { title: '收件人' }) }),
    ...(problems.length > 0 && { recipientLines: problems.join('、') }),
    ...(filePassword.trim() === '' && { filePassword: message('M05', { title: '序號檔密碼' }) }),
  }
  const { shown, handleSubmit, forgetAttempt } = useAttempt(found, async () => setAsked(true))
  const handleSend = async () => {
    setAsked(false)
    const sent = await sending.send(async (http) => {
      const path = `/api/portal/settlements/${settlementNo}/serial_mails`
      const body = { recipients, filePassword: filePassword.trim() }
      return (await http.send<SentSerials>({ method: 'POST', path, body, idempotencyKey: draft.requestKey })).data
    })
    if (!sent) return
    notify.success(`已交寄 ${sent.sent} 組序號，寄達情形請見下方。`)
    draft.clear()
    forgetAttempt()
    onSent()
  }
  const refused = Object.entries(sending.problems).filter(([name]) => name.startsWith('recipients'))
  return (
    <>
      <form className="serial-mail-form" noValidate onSubmit={handleSubmit}>
        <RecipientLinesField
          lines={draft.values.lines}
          count={recipients.length}
          problem={shown.recipientLines ?? (refused.map(([, text]) => text).join('、') || undefined)}
          onChange={(lines) => draft.change({ lines })}
        />
        <TextField
          id="filePassword"
          label="序號檔密碼"
          type="password"
          value={filePassword}
          onChange={setFilePassword}
          problem={shown.filePassword ?? sending.problems.filePassword}
          help="在「點數序號檔密碼」信件中；寄錯人等於送出點數，因此再確認一次。"
          maxLength={40}
          autoComplete="off"
          isHalfWidth
          required
        />
        <button type="submit" className="button" disabled={sending.isSending}>
          {sending.isSending ? '寄送中…' : '寄送序號'}
        </button>
      </form>
      {isAsked && (
        <Popup title="寄送序號" onConfirm={() => void handleSend()} onCancel={() => setAsked(false)}>
          <p>確定要寄送序號給 {recipients.length} 位收件人嗎？每位一組，寄出後無法收回。</p>
        </Popup>
      )}
    </>
  )
}

function readDraftLines(stored: unknown): { readonly lines: string } {
  return { lines: storedText(storedMembers(stored).lines) }
}
