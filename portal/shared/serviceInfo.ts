import type { PublicParameter } from '../../src/answers/settings.ts'
import { isHttps } from '../../src/rules/text.ts'
import { useLoaded } from './useLoaded.ts'

/** How members reach the operator; null while loading, and for missing parameters. */
export interface ServiceInfo {
  readonly phone: string | null
  readonly contactUrl: string | null
  readonly introUrl: string | null
}

/** From 參數設定: SERVICE.PHONE, SERVICE.CONTACT_URL and SERVICE.INTRO_URL. */
export function useServiceInfo(): ServiceInfo {
  const loaded = useLoaded<readonly PublicParameter[]>('/api/shared/code_table')
  const find = (code: string) => (loaded.state === 'ready' ? (loaded.data.find((row) => row.code === code)?.value ?? null) : null)
  return { phone: find('SERVICE.PHONE'), contactUrl: linkOf(find('SERVICE.CONTACT_URL')), introUrl: linkOf(find('SERVICE.INTRO_URL')) }
}

/** Only https addresses, because text entered by staff becomes a link. */
function linkOf(text: string | null): string | null {
  return text !== null && isHttps(text) ? text : null
}
