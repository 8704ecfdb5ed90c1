import type { FormEvent } from 'react'
import { useHttp } from '../../../src/client/http/HttpContext.tsx'
import { notify } from '../../../src/client/notices.ts'
import { AddressSection, CompanyText, ContactSection, FormSection } from '../../shared/companyForm/CompanyFields.tsx'
import {
  type CompanyField,
  type CompanyValues,
  companyBody,
  companyProblems,
  type FieldProblems,
  readCompany,
} from '../../shared/companyForm/companyForm.ts'
import type { FormOptions } from '../../shared/companyForm/formOptions.ts'
import { OpenPoints } from '../../shared/companyForm/OpenPoints.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { NoteBox } from '../../shared/NoteBox.tsx'
import { changeOwnData, type OwnData } from './applyCalls.ts'

const nameFields = ['companyName', 'responsiblePerson'] as const satisfies readonly CompanyField[]
/** What a member may change (domain 4.18); the rest is changed by staff. */
const ownFields = [
  ...nameFields,
  ...(['cityCode', 'districtCode', 'zipCode', 'address', 'phoneArea', 'phoneNumber', 'phoneExt'] as const),
  ...(['contactName', 'contactDept', 'contactTitle', 'contactMobile', 'contactEmail', 'invoiceEmail'] as const),
] as const satisfies readonly CompanyField[]

interface OwnDataFormProps {
  readonly data: OwnData
  readonly options: FormOptions
  readonly onSaved: (data: OwnData) => void
}

/** The own data of a member in force. Names wait for staff; everything else holds at once. */
export function OwnDataForm({ data, options, onSaved }: OwnDataFormProps) {
  const http = useHttp()
  const sending = useSending()
  // Only what was typed is kept: a value that somebody else changed meanwhile must not come back by an old draft.
  const draft = useDraft<Partial<CompanyValues>>(`/corporate_member_apply:own:${data.applyNo}`, readChanges)
  const values = { ...readCompany(data), ...draft.values }
  const wrong = onlyOwn(companyProblems(values))
  const isReady = Object.keys(wrong).length === 0 && Object.keys(draft.values).length > 0
  const form = { values, problems: sending.problems, options, onChange: draft.change }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const body = Object.fromEntries(Object.entries(companyBody(values)).filter(([name]) => isOwn(name)))
    const saved = await sending.send(() => changeOwnData(http, { ...body, rowVersion: data.rowVersion }))
    if (!saved) return
    draft.clear()
    notify.success('資料已更新。')
    if (saved.hasPendingChange && !data.hasPendingChange) notify.info('公司名稱、負責人之變更待審核後生效。')
    onSaved(saved)
  }
  return (
    <form className="company-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
      {data.hasPendingChange ? (
        <NoteBox title="待審變更">
          <p>公司名稱或負責人的變更正在審核，核准前不可再次變更。其他資料仍可修改。</p>
        </NoteBox>
      ) : (
        <FormSection title="名稱變更（須經審核後生效）">
          {nameFields.map((name) => (
            <CompanyText key={name} form={form} name={name} />
          ))}
        </FormSection>
      )}
      <AddressSection {...form} />
      <ContactSection {...form} emailHelp="變更電子郵件不會改變登入帳號。" />
      <section className="form-section card">
        <OpenPoints problems={wrong} />
        <div className="button-row">
          <button type="submit" className="button button-large" disabled={!isReady || sending.isSending}>
            {sending.isSending ? '儲存中…' : '更新資料'}
          </button>
        </div>
      </section>
    </form>
  )
}

function isOwn(name: string): boolean {
  return (ownFields as readonly string[]).includes(name)
}

function onlyOwn(problems: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => isOwn(name)))
}

function readChanges(stored: unknown): Partial<CompanyValues> {
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([name, value]) => isOwn(name) && typeof value === 'string'))
}
