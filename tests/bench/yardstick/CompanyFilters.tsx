import { useWorld } from './world.ts'

interface CompanyFiltersProps {
  readonly filters: Readonly<Record<string, string>>
  readonly onSearch: (filters: Readonly<Record<string, string>>) => void
}

const texts = [
  ['companyNo', '特約商代號'],
  ['companyName', '公司名稱'],
  ['taxNumber', '統一編號'],
] as const

/** The first row of filters, with uncontrolled inputs, so that typing draws nothing. */
export function CompanyFilters({ filters, onSearch }: CompanyFiltersProps) {
  const types = useWorld().useOptions('CompanyType')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const entries = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '')
        onSearch(Object.fromEntries(entries) as Record<string, string>)
      }}
    >
      <div className="row g-2">
        {texts.map(([field, title]) => (
          <div key={field} className="col-sm-6 col-lg-3">
            <label className="form-label" htmlFor={`filter-${field}`}>
              {title}
            </label>
            <input id={`filter-${field}`} name={field} className="form-control form-control-sm" defaultValue={filters[field]} />
          </div>
        ))}
        <div className="col-sm-6 col-lg-3">
          <label className="form-label" htmlFor="filter-companyType">
            特約商類型
          </label>
          <select id="filter-companyType" name="companyType" className="form-select form-select-sm" defaultValue={filters.companyType}>
            <option value="">請選擇</option>
            {types.map(({ key, value }) => (
              <option key={key} value={key}>
                {value}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="d-flex justify-content-end gap-2 mt-2">
        <button type="submit" className="btn btn-sm btn-primary">
          查詢
        </button>
        <button type="reset" className="btn btn-sm btn-outline-secondary">
          清除
        </button>
      </div>
    </form>
  )
}
