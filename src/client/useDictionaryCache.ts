import { useAtomValue } from 'jotai'
import { type DictionaryCache, dictionaryCacheOf } from './dictionaryCache.ts'
import { useHttp } from './http/HttpContext.tsx'
import { sessionAtom } from './session/sessionAtoms.ts'

/** The dictionary cache of this page and its user. */
export function useDictionaryCache(): DictionaryCache {
  const { user } = useAtomValue(sessionAtom)
  return dictionaryCacheOf(useHttp(), user?.name ?? null)
}
