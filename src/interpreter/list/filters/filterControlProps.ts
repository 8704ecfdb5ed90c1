import type { ResolvedFilter } from '../../../language/resolved.ts'
import type { FilterDraft } from './filterDraft.ts'

/** What every filter control gets. `id` is the id of its (first) input, for the label. */
export interface FilterControlProps {
  readonly id: string
  readonly filter: ResolvedFilter
  readonly draft: FilterDraft
  /** Sets the texts of one query parameter; an empty list takes it away. */
  readonly onChange: (name: string, texts: readonly string[]) => void
  /** Id of the text that says what is wrong; undefined while nothing is. */
  readonly problemId: string | undefined
}
