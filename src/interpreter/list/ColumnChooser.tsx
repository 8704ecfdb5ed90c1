import Dropdown from 'react-bootstrap/Dropdown'
import type { ResolvedColumn } from '../../language/resolved.ts'
import { isHidden, type ListPreferences, withColumnHidden } from './preferences.ts'

interface ColumnChooserProps {
  readonly columns: readonly ResolvedColumn[]
  readonly preferences: ListPreferences
  readonly onChange: (preferences: ListPreferences) => void
}

/** Shows and hides columns; kept per user on the server, by field name. The last visible column stays. */
export function ColumnChooser({ columns, preferences, onChange }: ColumnChooserProps) {
  const shownCount = columns.filter((column) => !isHidden(column, preferences)).length
  return (
    <Dropdown autoClose="outside" align="end">
      <Dropdown.Toggle size="sm" variant="outline-secondary">
        欄位
      </Dropdown.Toggle>
      <Dropdown.Menu className="list-column-menu p-2">
        <fieldset>
          <legend className="visually-hidden">顯示的欄位</legend>
          {columns.map((column) => {
            const hidden = isHidden(column, preferences)
            return (
              <label key={column.field} className="form-check d-flex gap-2 mb-1">
                <input
                  type="checkbox"
                  className="form-check-input"
                  checked={!hidden}
                  disabled={!hidden && shownCount === 1}
                  onChange={() => onChange(withColumnHidden(preferences, column.field, !hidden))}
                />
                {column.title}
              </label>
            )
          })}
        </fieldset>
      </Dropdown.Menu>
    </Dropdown>
  )
}
