import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { DictionaryOption } from '../../../answers/dictionaries.ts'
import type { DictionaryCache, DictionaryRequest } from '../../../client/dictionaryCache.ts'
import { localDictionary } from '../../../client/localDictionaries.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import { withoutForm } from '../../../language/query/openingDictionaries.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import { useStableValue } from '../parts/useStable.ts'
import { type ColumnLabels, noLabels } from './columnLabels.ts'

type Options = readonly DictionaryOption[] | undefined

/**
 * Labels of all columns with a dictionary, by field. One subscription for the whole table, and one call per dictionary. The same map as
 * long as no option changes, so that memoised rows are not drawn again.
 */
export function useColumnLabels(columns: readonly ResolvedColumn[]): ReadonlyMap<string, ColumnLabels> {
  const cache = useDictionaryCache()
  // Most changes of a document leave the dictionaries as they are, and nothing has to be asked for again.
  const wanted = useStableValue(useMemo(() => columns.flatMap(toWanted), [columns]))
  const last = useRef<readonly Options[]>([])
  const read = () => {
    const next = wanted.map(({ request, local }) => local ?? cache.read(request)?.options)
    if (!isSameList(next, last.current)) last.current = next
    return last.current
  }
  const options = useSyncExternalStore(cache.subscribe, read)
  useEffect(() => {
    const stops = wanted.flatMap(({ request, local }) => (local === undefined ? [cache.watch(request)] : []))
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache, wanted])
  return useMemo(() => new Map(wanted.map(({ field }, index) => [field, toLabels(options[index])])), [wanted, options])
}

/** Labels of a column's dictionary that are loaded already; otherwise undefined. */
export function knownLabels(cache: DictionaryCache, column: ResolvedColumn): ColumnLabels | undefined {
  const [wanted] = toWanted(column)
  const options = wanted && (wanted.local ?? cache.read(wanted.request)?.options)
  return options && toLabels(options)
}

interface WantedLabels {
  readonly field: string
  readonly request: DictionaryRequest
  /** Options that are made in the browser instead of loaded. Made once, because the store compares references. */
  readonly local: Options
}

function toWanted(column: ResolvedColumn): readonly WantedLabels[] {
  if (column.dictionary === undefined) return []
  // All options are loaded: rows differ in the field on which they depend, and keys are unique.
  const request = withoutForm(column.dictionary)
  return [{ field: column.field, request, local: localDictionary(request.name, request.strArg) }]
}

function toLabels(options: Options): ColumnLabels {
  return options === undefined ? noLabels : new Map(options.map((option) => [option.key, option]))
}

function isSameList(left: readonly Options[], right: readonly Options[]): boolean {
  return left.length === right.length && left.every((options, index) => options === right[index])
}
