import type { FilterControlProps } from './filterControlProps.ts'
import { textOf } from './filterDraft.ts'

export function BooleanFilter({ id, filter, draft, onChange, problemId }: FilterControlProps) {
  return (
    <select
      id={id}
      className="form-select form-select-sm"
      value={textOf(draft, filter.field)}
      aria-describedby={problemId}
      onChange={(event) => onChange(filter.field, event.target.value === '' ? [] : [event.target.value])}
    >
      <option value="">請選擇</option>
      <option value="true">是</option>
      <option value="false">否</option>
    </select>
  )
}
