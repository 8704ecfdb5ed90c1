import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { OpenedApplication } from '../../../src/answers/corporate.ts'
import { useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { notify } from '../../../src/client/notices.ts'
import { isTaxNumber } from '../../../src/rules/taxNumber.ts'
import { CaptchaField } from '../../shared/captcha/CaptchaField.tsx'
import { TextField } from '../../shared/form/TextField.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { type Credentials, requestCode } from './applyCalls.ts'
import { CodePopup } from './CodePopup.tsx'
import { hasSupplementDraft } from './supplementDraft.ts'

const applyNoPattern = /^EA\d{12}$/i

/** Sends number, tax ID and captcha to get a code by mail; the code opens the application. */
export function OpenForm({ onOpened }: { onOpened: (opened: OpenedApplication) => void }) {
  const arrival: unknown = useLocation().state
  const draft = useDraft<Credentials>('/corporate_member_apply', (stored) => readCredentials(stored ?? arrival))
  const captcha = useCaptcha('apply')
  const { problems, isSending, send } = useSending({ captcha })
  const [isCodeAsked, setCodeAsked] = useState(false)
  const { applyNo, taxNumber } = draft.values
  const isKnown = applyNoPattern.test(applyNo.trim()) && isTaxNumber(taxNumber.trim())
  const isReady = isKnown && captcha.isDone

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const text = await send(async (http) => requestCode(http, draft.values, await captcha.fields()))
    if (text === undefined) return
    notify.info(text)
    setCodeAsked(true)
    captcha.renew()
  }
  return (
    <>
      <form className="card open-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <h2>查詢申請進度</h2>
        <p>驗證碼將寄至申請時填寫的電子郵件。</p>
        <TextField
          id="applyNo"
          label="申請編號"
          value={applyNo}
          onChange={(value) => draft.change({ applyNo: value })}
          help="EA 開頭，共 14 碼，記載於申請通知信。"
          maxLength={14}
          autoComplete="off"
          required
        />
        <TextField
          id="taxNumber"
          label="統一編號"
          value={taxNumber}
          onChange={(value) => draft.change({ taxNumber: value })}
          maxLength={8}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        {hasSupplementDraft(applyNo) && <p role="status">此分頁保留了尚未送出的補件內容，通過驗證後會自動帶回，不需重新填寫。</p>}
        <CaptchaField captcha={captcha} problem={problems.captcha} />
        <div className="button-row">
          <button type="submit" className="button" disabled={!isReady || isSending}>
            寄送驗證碼
          </button>
          <button type="button" className="button button-quiet" disabled={!isKnown} onClick={() => setCodeAsked(true)}>
            我已有驗證碼
          </button>
        </div>
        <p className="open-form-end">
          還沒有申請？<Link to="/corporate_member_register">申請成為企業會員</Link>
        </p>
      </form>
      {isCodeAsked && <CodePopup credentials={draft.values} onOpened={onOpened} onCancel={() => setCodeAsked(false)} />}
    </>
  )
}

function readCredentials(given: unknown): Credentials {
  const source = typeof given === 'object' && given !== null ? (given as Readonly<Record<string, unknown>>) : {}
  return { applyNo: String(source.applyNo ?? ''), taxNumber: String(source.taxNumber ?? '') }
}
