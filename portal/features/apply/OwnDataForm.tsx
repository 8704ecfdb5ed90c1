import { type FormEvent, useRef } from 'react'
import type { FormOptions, OwnData } from '../../../src/answers/corporate.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { notify } from '../../../src/client/notices.ts'
import { randomKey } from '../../../src/client/randomKey.ts'
import { AddressSection, CompanyText, ContactSection, FormSection } from '../../shared/companyForm/CompanyFields.tsx'
import {
  type CompanyField,
  type CompanyValues,
  companyBody,
  companyProblems,
  type FieldProblems,
  missingCompanyFields,
  readCompany,
} from '../../shared/companyForm/companyForm.ts'
import { MissingFields } from '../../shared/form/MissingFields.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { useLeftFields } from '../../shared/form/useLeftFields.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { NoteBox } from '../../shared/NoteBox.tsx'
import { changeOwnData } from './applyCalls.ts'

const nameFields = ['companyName', 'responsiblePerson'] as const satisfies readonly CompanyField[]
/** Fields that a member may change (domain 4.18); staff change the others. */
const ownFields = [
  ...nameFields,
  ...(['cityCode', 'districtCode', 'zipCode', 'address', 'phoneArea', 'phoneNumber', 'phoneExt'] as const),
  ...(['contactName', 'contactDept', 'contactTitle', 'contactMobile', 'contactEmail', 'invoiceEmail'] as const),
] as const satisfies readonly CompanyField[]

interface OwnDataFormProps {
  readonly data: OwnData
  readonly options: FormOptions
  readonly onSaved: (data: OwnData) => void
  /** Somebody has changed the data meanwhile: reload it, and keep what was typed. */
  readonly onRefused: () => void
}

/** The data of an approved member. Changes of names need approval by staff; all others take effect at once. */
export function OwnDataForm({ data, options, onSaved, onRefused }: OwnDataFormProps) {
  const sending = useSending()
  // The draft keeps only typed values, so that an old draft does not undo a change that somebody else made meanwhile.
  const draft = useDraft<Partial<CompanyValues>>(`/corporate_member_apply:own:${data.applyNo}`, readChanges)
  const keyOf = useKeyOf()
  // Name fields are hidden while a change of them waits for approval, so values typed earlier are not sent either.
  const typed = data.hasPendingChange ? withoutNames(draft.values) : draft.values
  const values = { ...readCompany(data), ...typed }
  const wrong = onlyOwn(companyProblems(values))
  const isReady = Object.keys(wrong).length === 0 && Object.keys(typed).length > 0
  const { shown, handleBlur } = useLeftFields(wrong)
  const form = { values, problems: { ...sending.problems, ...shown }, options, onChange: draft.change }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const fields = Object.entries(companyBody(values)).filter(([name]) => isOwn(name))
    const body = { ...Object.fromEntries(fields), rowVersion: data.rowVersion }
    const saved = await sending.send(async (http) => {
      try {
        return await changeOwnData(http, body, keyOf(body))
      } catch (problem) {
        if (isHttpProblem(problem) && problem.status === 409) onRefused()
        throw problem
      }
    })
    if (!saved) return
    draft.clear()
    notify.success('資料已更新。')
    if (saved.hasPendingChange && !data.hasPendingChange) notify.info('公司名稱、負責人之變更待審核後生效。')
    onSaved(saved)
  }
  return (
    <form className="company-form" noValidate onBlur={handleBlur} onSubmit={(event) => void handleSubmit(event)}>
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
        <MissingFields fields={missingCompanyFields(wrong)} />
        <div className="button-row">
          <button type="submit" className="button button-large" disabled={!isReady || sending.isSending}>
            {sending.isSending ? '儲存中…' : '更新資料'}
          </button>
        </div>
      </section>
    </form>
  )
}

/** The same content is sent with the same key, so that a repeated request after a lost answer changes nothing twice. */
function useKeyOf(): (body: object) => string {
  const last = useRef({ content: '', key: '' })
  return (body) => {
    const content = JSON.stringify(body)
    if (content !== last.current.content) last.current = { content, key: randomKey() }
    return last.current.key
  }
}

function withoutNames({ companyName: _company, responsiblePerson: _person, ...rest }: Partial<CompanyValues>): Partial<CompanyValues> {
  return rest
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
