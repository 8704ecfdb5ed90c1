import { type CompanyField, companyFields, companyTitles, type FieldProblems } from './companyForm.ts'

interface OpenPointsProps {
  /** What keeps the form from being sent. */
  readonly problems: FieldProblems
  /** What else is missing. */
  readonly further?: readonly string[]
}

/** Says beside a disabled button why it is disabled; each field is a link to itself. */
export function OpenPoints({ problems, further = [] }: OpenPointsProps) {
  const fields = companyFields.filter((field) => problems[field] !== undefined)
  if (fields.length === 0 && further.length === 0) return null
  return (
    <p className="open-points">
      尚未完成：
      {fields.map((field) => (
        <a key={field} href={`#${field}`} onClick={(event) => focusField(event, field)}>
          {pointText(field, problems[field] ?? '')}
        </a>
      ))}
      {further.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </p>
  )
}

/** Empty fields by their title; wrong ones with what is wrong. */
function pointText(field: CompanyField, problem: string): string {
  const title = companyTitles[field]
  return problem.endsWith('必填') ? title : `${title}（${problem}）`
}

function focusField(event: { preventDefault(): void }, field: CompanyField): void {
  event.preventDefault()
  const place = document.getElementById(field)
  const control = place instanceof HTMLFieldSetElement ? place.querySelector('input') : place
  control?.focus()
}
