import { type FormEvent, useState } from 'react'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { notify, showProblem } from '../../../src/client/notices.ts'
import { CompanyFields } from '../../shared/companyForm/CompanyFields.tsx'
import { companyProblems, type FieldProblems, readCompany } from '../../shared/companyForm/companyForm.ts'
import type { FormOptions } from '../../shared/companyForm/formOptions.ts'
import { OpenPoints } from '../../shared/companyForm/OpenPoints.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { type OwnApplication, sendSupplement } from './applyCalls.ts'

interface SupplementFormProps {
  readonly application: OwnApplication
  readonly ticket: string
  readonly options: FormOptions
  readonly onSent: (application: OwnApplication) => void
}

/** The application once more, to correct everything but the tax ID. */
export function SupplementForm({ application, ticket, options, onSent }: SupplementFormProps) {
  const http = useHttp()
  const draft = useDraft(`/corporate_member_apply:${application.applyNo}`, (stored) => readCompany(stored ?? application))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [isSending, setSending] = useState(false)
  const wrong = companyProblems(draft.values)
  const isReady = Object.keys(wrong).length === 0

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isSending) return
    setSending(true)
    setProblems({})
    try {
      const sent = await sendSupplement(http, { ticket, values: draft.values, requestKey: draft.requestKey })
      draft.clear()
      notify.success('補件已送出。')
      onSent(sent)
    } catch (problem) {
      if (isHttpProblem(problem) && problem.fields) setProblems(problem.fields)
      showProblem(problem)
    } finally {
      setSending(false)
    }
  }
  return (
    <form className="company-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      <CompanyFields values={draft.values} problems={problems} options={options} onChange={draft.change} hasFixedTaxNumber />
      <section className="form-section card">
        <OpenPoints problems={wrong} />
        <div className="button-row">
          <button type="submit" className="button button-large" disabled={!isReady || isSending}>
            {isSending ? '送出中…' : '補件送出'}
          </button>
        </div>
      </section>
    </form>
  )
}
