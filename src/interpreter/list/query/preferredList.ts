import type { ResolvedList } from '../../../language/resolved.ts'
import type { ListPreferences } from '../views/preferences.ts'

/** The user's page size replaces the document's, so an address without a page size means the user's. */
export function preferredList(list: ResolvedList, { pageSize }: Pick<ListPreferences, 'pageSize'>): ResolvedList {
  return pageSize === null ? list : { ...list, pageSize }
}
