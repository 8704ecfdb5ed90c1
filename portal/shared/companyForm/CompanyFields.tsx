import type { ReactNode } from 'react'
import { RadioField } from '../form/RadioField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { TextField, type TextFieldProps } from '../form/TextField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { CertificateField } from './CertificateField.tsx'
import { type CompanyField, type CompanyValues, companyTitles, type FieldProblems, isRequired, lengthMax } from './companyForm.ts'
import type { FormOptions } from './formOptions.ts'

export interface CompanyFieldsProps {
  readonly values: CompanyValues
  /** What is shown as wrong now. */
  readonly problems: FieldProblems
  readonly options: FormOptions
  readonly onChange: (changes: Partial<CompanyValues>) => void
  /** Who applied keeps the tax ID. */
  readonly hasFixedTaxNumber?: boolean
}

/** The fields of an application, for the application itself and for its supplement (domain 4.18). */
export function CompanyFields({ values, problems, options, onChange, hasFixedTaxNumber = false }: CompanyFieldsProps) {
  const field = (name: CompanyField) => ({
    id: name,
    label: companyTitles[name],
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const text = (name: CompanyField, further: Partial<TextFieldProps> = {}) => (
    <TextField {...field(name)} required={isRequired(name)} maxLength={lengthMax[name]} {...further} />
  )
  // Invoices go to the contact until another address is given.
  const handleContactEmail = (contactEmail: string) => {
    const follows = values.invoiceEmail === '' || values.invoiceEmail === values.contactEmail
    onChange(follows ? { contactEmail, invoiceEmail: contactEmail } : { contactEmail })
  }
  return (
    <>
      <FormSection title="公司／機關資料">
        <RadioField {...field('applyType')} options={options.applyTypes} />
        {!hasFixedTaxNumber && text('taxNumber', { inputMode: 'numeric', autoComplete: 'off' })}
        {text('companyName', { autoComplete: 'organization' })}
        {text('responsiblePerson')}
        <SelectField {...field('industry')} options={options.industries} required />
        <SelectField {...field('expectedPoints')} options={options.expectedPoints} />
      </FormSection>
      <FormSection title="地址與電話">
        <AddressFields values={values} problems={problems} cities={options.cities} onChange={onChange} />
        {text('address', { className: 'field-wide', autoComplete: 'street-address' })}
        <fieldset className="phone-parts field-wide">
          <legend>電話</legend>
          {text('phoneArea', { inputMode: 'numeric', autoComplete: 'tel-area-code' })}
          {text('phoneNumber', { inputMode: 'numeric', autoComplete: 'tel-local' })}
          {text('phoneExt', { inputMode: 'numeric', autoComplete: 'tel-extension' })}
        </fieldset>
      </FormSection>
      <FormSection title="聯絡人">
        {text('contactName', { autoComplete: 'name' })}
        {text('contactDept')}
        {text('contactTitle', { autoComplete: 'organization-title' })}
        {text('contactMobile', { inputMode: 'tel', autoComplete: 'tel' })}
        {text('contactEmail', { type: 'email', autoComplete: 'email', help: '核准後即為登入帳號。', onChange: handleContactEmail })}
        {text('invoiceEmail', { type: 'email', autoComplete: 'email' })}
      </FormSection>
      <FormSection title="證明文件">
        <CertificateField {...field('certificate')} />
      </FormSection>
    </>
  )
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section card">
      <h2>{title}</h2>
      <div className="field-grid">{children}</div>
    </section>
  )
}
