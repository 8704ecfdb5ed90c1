import type { ResolvedFilter } from '../../../language/resolved.ts'
import type { FilterDraft } from './filterDraft.ts'

/** Props of every filter control. `id` is the id of its (first) input, for the label. */
export interface FilterControlProps {
  readonly id: string
  readonly filter: ResolvedFilter
  readonly draft: FilterDraft
  /** Sets the texts of one query parameter; an empty list removes it. */
  readonly onChange: (name: string, texts: readonly string[]) => void
  /** Id of the error text; undefined when there is no error. */
  readonly problemId: string | undefined
}
