import { type DictionaryCache, dictionaryCacheOf } from './dictionaryCache.ts'
import { useHttp } from './http/HttpContext.tsx'

/** The dictionary cache of this page. */
export function useDictionaryCache(): DictionaryCache {
  return dictionaryCacheOf(useHttp())
}
