import { type DictionaryCache, dictionaryCacheOf } from './dictionaryCache.ts'
import { useHttp } from './http/HttpContext.tsx'

/** The dictionaries that this page has read. */
export function useDictionaryCache(): DictionaryCache {
  return dictionaryCacheOf(useHttp())
}
