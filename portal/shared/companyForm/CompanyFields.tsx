import type { ReactNode } from 'react'
import type { FormOptions } from '../../../src/answers/corporate.ts'
import { RadioField } from '../form/RadioField.tsx'
import { SelectField } from '../form/SelectField.tsx'
import { TextField, type TextFieldProps } from '../form/TextField.tsx'
import { AddressFields } from './AddressFields.tsx'
import { CertificateField } from './CertificateField.tsx'
import { type CompanyField, type CompanyValues, companyTitles, type FieldProblems, isRequired, lengthMax } from './companyForm.ts'

/** What all parts of the form need. */
export interface CompanyForm {
  readonly values: CompanyValues
  /** The errors to show. */
  readonly problems: FieldProblems
  readonly options: FormOptions
  readonly onChange: (changes: Partial<CompanyValues>) => void
}

export interface CompanyFieldsProps extends CompanyForm {
  /** True after the application, because the tax ID can no longer be changed. */
  readonly hasFixedTaxNumber?: boolean
}

/** The fields of an application, used for the application and its supplement (domain 4.18). */
export function CompanyFields({ hasFixedTaxNumber = false, ...form }: CompanyFieldsProps) {
  const { options } = form
  return (
    <>
      <FormSection title="公司／機關資料">
        <RadioField {...fieldOf(form, 'applyType')} options={options.applyTypes} />
        {!hasFixedTaxNumber && <CompanyText form={form} name="taxNumber" inputMode="numeric" autoComplete="off" />}
        <CompanyText form={form} name="companyName" autoComplete="organization" />
        <CompanyText form={form} name="responsiblePerson" />
        <SelectField {...fieldOf(form, 'industry')} options={options.industries} required />
        <SelectField {...fieldOf(form, 'expectedPoints')} options={options.expectedPoints} />
      </FormSection>
      <AddressSection {...form} />
      <ContactSection {...form} emailHelp="核准後即為登入帳號。" />
      <FormSection title="證明文件">
        <CertificateField {...fieldOf(form, 'certificate')} />
      </FormSection>
    </>
  )
}

export function AddressSection(form: CompanyForm) {
  return (
    <FormSection title="地址與電話">
      <AddressFields values={form.values} problems={form.problems} cities={form.options.cities} onChange={form.onChange} />
      <CompanyText form={form} name="address" className="field-wide" autoComplete="street-address" />
      <fieldset className="phone-parts field-wide">
        <legend>電話</legend>
        <CompanyText form={form} name="phoneArea" inputMode="numeric" autoComplete="tel-area-code" />
        <CompanyText form={form} name="phoneNumber" inputMode="numeric" autoComplete="tel-local" />
        <CompanyText form={form} name="phoneExt" inputMode="numeric" autoComplete="tel-extension" />
      </fieldset>
    </FormSection>
  )
}

export function ContactSection({ emailHelp, ...form }: CompanyForm & { readonly emailHelp: string }) {
  const { values, onChange } = form
  // The invoice address follows the contact address until another one is entered.
  const handleContactEmail = (contactEmail: string) => {
    const follows = values.invoiceEmail === '' || values.invoiceEmail === values.contactEmail
    onChange(follows ? { contactEmail, invoiceEmail: contactEmail } : { contactEmail })
  }
  return (
    <FormSection title="聯絡人">
      <CompanyText form={form} name="contactName" autoComplete="name" />
      <CompanyText form={form} name="contactDept" />
      <CompanyText form={form} name="contactTitle" autoComplete="organization-title" />
      <CompanyText form={form} name="contactMobile" inputMode="tel" autoComplete="tel" />
      <CompanyText form={form} name="contactEmail" type="email" autoComplete="email" help={emailHelp} onChange={handleContactEmail} />
      <CompanyText form={form} name="invoiceEmail" type="email" autoComplete="email" />
    </FormSection>
  )
}

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section card">
      <h2>{title}</h2>
      <div className="field-grid">{children}</div>
    </section>
  )
}

/** A text field of the form with its title and maximum length. */
export function CompanyText({ form, name, ...further }: { form: CompanyForm; name: CompanyField } & Partial<TextFieldProps>) {
  return <TextField {...fieldOf(form, name)} required={isRequired(name)} maxLength={lengthMax[name]} {...further} />
}

function fieldOf({ values, problems, onChange }: CompanyForm, name: CompanyField) {
  return {
    id: name,
    label: companyTitles[name],
    value: values[name],
    problem: problems[name],
    onChange: (value: string) => onChange({ [name]: value }),
  }
}
