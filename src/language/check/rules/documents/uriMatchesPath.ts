import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'

/** Checks that the uri matches the path: `screens/_company/companies.json` is `/_company/companies`. */
export function uriMatchesPath({ path, screen }: Pick<ScreenContext, 'path' | 'screen'>): readonly Finding[] {
  const expected = uriOfPath(path)
  if (screen.uri === expected) return []
  return [{ place: ['uri'], code: 'uri-not-path', message: `uri 應等於檔案位置「${expected}」`, suggestion: expected }]
}

export function uriOfPath(path: string): string {
  return `/${path.replace(/^screens\//, '').replace(/\.json$/, '')}`
}
