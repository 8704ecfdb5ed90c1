import type { DictionaryOption } from '../../../answers/dictionaries.ts'
import { SearchBox } from '../../../interpreter/list/filters/SearchBox.tsx'
import { messages } from '../../../rules/messages.ts'
import { type BoardPlace, isBackwards, isFiltered } from './boardPlace.ts'

interface BoardFiltersProps {
  readonly place: BoardPlace
  /** Of the dictionary AnnouncementCategory. */
  readonly categories: readonly DictionaryOption[]
  /** Shows the first page of what is chosen. */
  readonly onChange: (place: BoardPlace) => void
}

const nothing = { category: '', title: '', startAtFrom: '', startAtTo: '' }

/** Finds announcements by category, title and time. */
export function BoardFilters({ place, categories, onChange }: BoardFiltersProps) {
  const set = (change: Partial<BoardPlace>) => onChange({ ...place, ...change, pageIndex: 0 })
  const problem = isBackwards(place) ? messages.M14 : null
  return (
    <div className="board-filters d-print-none">
      <SearchBox titles={['標題']} text={place.title} onSearch={(title) => set({ title })} />
      <select
        className="form-select form-select-sm w-auto"
        aria-label="類別"
        value={place.category}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="">全部類別</option>
        {categories.map((option) => (
          <option key={option.key} value={option.key}>
            {option.value}
          </option>
        ))}
      </select>
      <fieldset className="board-days">
        <legend className="visually-hidden">公告時間</legend>
        <DayInput label="公告時間起" value={place.startAtFrom} isWrong={false} onChange={(startAtFrom) => set({ startAtFrom })} />
        <span aria-hidden="true">～</span>
        <DayInput label="公告時間迄" value={place.startAtTo} isWrong={problem !== null} onChange={(startAtTo) => set({ startAtTo })} />
      </fieldset>
      {isFiltered(place) && (
        <button type="button" className="btn btn-sm btn-link" onClick={() => set(nothing)}>
          清除條件
        </button>
      )}
      {problem !== null && (
        <p className="text-danger small mb-0" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface DayInputProps {
  readonly label: string
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (day: string) => void
}

function DayInput({ label, value, isWrong, onChange }: DayInputProps) {
  return (
    <input
      type="date"
      className={`form-control form-control-sm w-auto${isWrong ? ' is-invalid' : ''}`}
      aria-label={label}
      aria-invalid={isWrong}
      value={value}
      min="1900-01-01"
      max="2999-12-31"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
