import type { Finding } from '../../../findings/source.ts'

/** Checks that the uri matches the path: `screens/_company/companies.json` is `/_company/companies`. */
export function uriMatchesPath(path: string, uri: string): readonly Finding[] {
  const expected = uriOfPath(path)
  if (uri === expected) return []
  if (!isUri(expected)) return [{ place: ['uri'], code: 'uri-not-path', message: impossibleText }]
  return [{ place: ['uri'], code: 'uri-not-path', message: `uri 應等於檔案位置「${expected}」`, suggestion: expected }]
}

export function isUri(text: string): boolean {
  return /^\/[a-z_]+\/[a-z_0-9]+$/.test(text)
}

const impossibleText =
  'uri 應等於檔案位置，但這個檔名不能是網址；資料夾只能用小寫英文與底線，檔名另可用數字，請改檔名，是多複製的一份時請刪除'

export function uriOfPath(path: string): string {
  return `/${path.replace(/^screens\//, '').replace(/\.json$/, '')}`
}
