import type { FormEvent } from 'react'
import type { FormOptions, OwnApplication } from '../../../src/answers/corporate.ts'
import { notify } from '../../../src/client/notices.ts'
import { CompanyFields } from '../../shared/companyForm/CompanyFields.tsx'
import { companyProblems, missingCompanyFields, readCompany } from '../../shared/companyForm/companyForm.ts'
import { MissingFields } from '../../shared/form/MissingFields.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { useLeftFields } from '../../shared/form/useLeftFields.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { sendSupplement } from './applyCalls.ts'
import { supplementDraft } from './supplementDraft.ts'

interface SupplementFormProps {
  readonly application: OwnApplication
  readonly ticket: string
  readonly options: FormOptions
  readonly onSent: (application: OwnApplication) => void
}

/** The form of an application again, to correct everything except the tax ID. */
export function SupplementForm({ application, ticket, options, onSent }: SupplementFormProps) {
  const draft = useDraft(supplementDraft(application.applyNo), (stored) => readCompany(stored ?? application))
  const { problems, isSending, send } = useSending()
  const wrong = companyProblems(draft.values)
  const { shown, handleBlur } = useLeftFields(wrong)
  const isReady = Object.keys(wrong).length === 0

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const sent = await send((http) => sendSupplement(http, { ticket, values: draft.values, requestKey: draft.requestKey }))
    if (!sent) return
    draft.clear()
    notify.success('補件已送出。')
    onSent(sent)
  }
  return (
    <form className="company-form" noValidate onBlur={handleBlur} onSubmit={(event) => void handleSubmit(event)}>
      <CompanyFields
        values={draft.values}
        problems={{ ...problems, ...shown }}
        options={options}
        onChange={draft.change}
        hasFixedTaxNumber
      />
      <section className="form-section card">
        <MissingFields fields={missingCompanyFields(wrong)} />
        <div className="button-row">
          <button type="submit" className="button button-large" disabled={!isReady || isSending}>
            {isSending ? '送出中…' : '補件送出'}
          </button>
        </div>
      </section>
    </form>
  )
}
