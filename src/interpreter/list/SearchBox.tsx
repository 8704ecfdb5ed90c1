import { useId } from 'react'
import { useDraft } from './useDraft.ts'

interface SearchBoxProps {
  /** Titles of the fields that are searched. */
  readonly titles: readonly string[]
  readonly text: string
  readonly onSearch: (text: string) => void
}

/** The search box of a list; Enter searches, an emptied box shows all again. */
export function SearchBox({ titles, text, onSearch }: SearchBoxProps) {
  const id = useId()
  const [typed, setTyped] = useDraft<string>(text)
  const draft = typed ?? text
  return (
    <search>
      <form
        className="input-group input-group-sm list-search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(draft.trim())
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          關鍵字
        </label>
        <input
          id={id}
          type="search"
          className="form-control"
          placeholder={titles.join('、')}
          maxLength={100}
          value={draft}
          onChange={(event) => {
            setTyped(event.target.value)
            if (event.target.value === '' && text !== '') onSearch('')
          }}
        />
        <button type="submit" className="btn btn-outline-secondary">
          搜尋
        </button>
      </form>
    </search>
  )
}
