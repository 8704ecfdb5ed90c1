import type { FormOptions, OwnApplication } from '../../../src/answers/corporate.ts'
import type { Option } from '../../../src/answers/shapes.ts'
import { type CompanyField, companyFields, companyTitles, readCompany } from '../../shared/companyForm/companyForm.ts'

/** Fields shown elsewhere, or as a picture. */
const leftOut: ReadonlySet<CompanyField> = new Set(['taxNumber', 'certificate'])

interface ApplicationDataProps {
  readonly application: OwnApplication
  readonly options: FormOptions
  /** Default: all fields. */
  readonly fields?: readonly CompanyField[]
}

/** Shows the data of the applicant. */
export function ApplicationData({ application, options, fields = companyFields }: ApplicationDataProps) {
  const values = readCompany(application)
  const labels = labelsOf(options, values.cityCode)
  const shown = fields.filter((field) => !leftOut.has(field) && values[field] !== '')
  return (
    <section className="card">
      <h2>申請資料</h2>
      <dl className="facts">
        {shown.map((field) => (
          <div key={field}>
            <dt>{companyTitles[field]}</dt>
            <dd>{labels[field]?.find((option) => option.key === values[field])?.value ?? values[field]}</dd>
          </div>
        ))}
      </dl>
      {values.certificate !== '' && <img className="certificate-image" src={values.certificate} alt="設立登記證明" />}
    </section>
  )
}

function labelsOf(options: FormOptions, cityCode: string): Partial<Record<CompanyField, readonly Option[]>> {
  return {
    applyType: options.applyTypes,
    industry: options.industries,
    expectedPoints: options.expectedPoints,
    cityCode: options.cities,
    districtCode: options.cities.find((city) => city.key === cityCode)?.districts ?? [],
  }
}
