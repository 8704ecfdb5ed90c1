import type { DictionaryCache } from '../../../client/dictionaryCache.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { knownLabels } from '../../shared/labels/useColumnLabels.ts'
import { recordSubject } from '../../shared/records/recordName.ts'
import type { ActionTarget } from '../actionTarget.ts'

/** Name of the single record of a target with its kind and state; empty for several records and for the screen. */
export function subjectOf(
  world: { readonly screen: ResolvedScreen; readonly dictionaries: DictionaryCache },
  target: ActionTarget,
): string {
  if (target.kind !== 'row') return ''
  const { screen, dictionaries } = world
  return recordSubject(target.naming ?? screen.entity.naming, target.row, (column) => knownLabels(dictionaries, column))
}
