import { useDraft } from './useDraft.ts'

interface SearchBoxProps {
  /** Titles of the fields that are searched. */
  readonly titles: readonly string[]
  readonly text: string
  readonly onSearch: (text: string) => void
}

/** The search box of a list. Enter searches; emptying the box shows all rows again. */
export function SearchBox({ titles, text, onSearch }: SearchBoxProps) {
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
        <input
          type="search"
          className="form-control"
          aria-label="關鍵字"
          aria-keyshortcuts="/"
          title={titles.join('、')}
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
