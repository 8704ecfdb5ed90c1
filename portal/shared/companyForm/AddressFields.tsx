import type { City } from '../../../src/answers/corporate.ts'
import { SelectField } from '../form/SelectField.tsx'
import { TextField } from '../form/TextField.tsx'
import { type CompanyValues, companyTitles, type FieldProblems } from './companyForm.ts'

interface AddressFieldsProps {
  readonly values: CompanyValues
  readonly problems: FieldProblems
  readonly cities: readonly City[]
  readonly onChange: (changes: Partial<CompanyValues>) => void
}

/** The postal code in three parts: city, district, and digits, of which the first three follow from the district. */
export function AddressFields({ values, problems, cities, onChange }: AddressFieldsProps) {
  const districts = cities.find((city) => city.key === values.cityCode)?.districts ?? []
  const handleCity = (cityCode: string) => onChange({ cityCode, districtCode: '', zipCode: '' })
  const handleDistrict = (districtCode: string) => {
    onChange({ districtCode, zipCode: districts.find((district) => district.key === districtCode)?.zipCode ?? '' })
  }
  return (
    <fieldset className="zip-parts field-wide">
      <legend>郵遞區號</legend>
      <SelectField
        id="cityCode"
        label={companyTitles.cityCode}
        value={values.cityCode}
        options={cities}
        onChange={handleCity}
        problem={problems.cityCode}
        required
      />
      <SelectField
        id="districtCode"
        label={companyTitles.districtCode}
        value={values.districtCode}
        options={districts}
        onChange={handleDistrict}
        problem={problems.districtCode}
        disabled={values.cityCode === ''}
        required
      />
      <TextField
        id="zipCode"
        label="區號"
        value={values.zipCode}
        onChange={(zipCode) => onChange({ zipCode })}
        problem={problems.zipCode}
        maxLength={6}
        inputMode="numeric"
        autoComplete="postal-code"
        help="3 碼，或 3+3 碼"
        required
      />
    </fieldset>
  )
}
