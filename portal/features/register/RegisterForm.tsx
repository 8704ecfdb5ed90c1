import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FormOptions, TermsVersions } from '../../../src/answers/corporate.ts'
import { captchaTitle } from '../../../src/rules/captcha.ts'
import { CaptchaField } from '../../shared/captcha/CaptchaField.tsx'
import { CompanyFields } from '../../shared/companyForm/CompanyFields.tsx'
import { companyProblems, missingCompanyFields } from '../../shared/companyForm/companyForm.ts'
import { AgreeField, agreeId } from '../../shared/form/AgreeField.tsx'
import { MissingFields } from '../../shared/form/MissingFields.tsx'
import { useLeftFields } from '../../shared/form/useLeftFields.ts'
import { Popup } from '../../shared/popup/Popup.tsx'
import { useRegistration } from './useRegistration.ts'

/** The application form. Its button is enabled when all input is valid and the terms are agreed to. */
export function RegisterForm({ options, terms }: { options: FormOptions; terms: TermsVersions }) {
  const { draft, captcha, problems, isSending, send } = useRegistration(terms)
  const [applyNo, setApplyNo] = useState<string | undefined>()
  const navigate = useNavigate()
  const { company, isAgreed } = draft.values

  const wrong = companyProblems(company)
  const { shown, handleBlur } = useLeftFields(wrong)
  const isReady = Object.keys(wrong).length === 0 && isAgreed && captcha.isDone
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isSending) setApplyNo(await send())
  }
  return (
    <>
      <form className="company-form" noValidate onBlur={handleBlur} onSubmit={(event) => void handleSubmit(event)}>
        <p className="form-hint">標示＊的欄位為必填。填寫內容會暫存於此瀏覽器分頁，重新整理或斷線後仍可繼續。</p>
        <CompanyFields
          values={company}
          problems={{ ...problems, ...shown }}
          options={options}
          onChange={(changes) => draft.change({ company: { ...company, ...changes } })}
        />
        <section className="form-section card">
          <h2>確認並送出</h2>
          <AgreeField isAgreed={isAgreed} onChange={(agreed) => draft.change({ isAgreed: agreed })} />
          <CaptchaField captcha={captcha} problem={problems.captcha} />
          <MissingFields
            fields={[
              ...missingCompanyFields(wrong),
              ...(isAgreed ? [] : [{ text: '同意條款', fieldId: agreeId }]),
              ...(captcha.isDone ? [] : [{ text: captchaTitle, fieldId: 'captcha' }]),
            ]}
          />
          <div className="button-row">
            <button type="submit" className="button button-large" disabled={!isReady || isSending}>
              {isSending ? '送出中…' : '送出申請'}
            </button>
          </div>
        </section>
      </form>
      {applyNo !== undefined && (
        <Popup title="申請完成" onConfirm={() => void navigate('/corporate_member_apply', { state: { applyNo } })}>
          <p>申請已送出，申請編號：{applyNo}，審核結果將以電子郵件通知。</p>
          <p>審核約需 3 至 5 個工作天。請保留申請編號，可隨時於「企業會員資料」查詢進度或補件。</p>
        </Popup>
      )}
    </>
  )
}
