import { ApiError } from '../../../platform/errors.ts'
import { LedgerRefusal, postingRefusals } from '../../points/public.ts'

/** Every code of the partner API with its status and text (domain 8). `{}` stands for what the refusal is about. */
export const partnerCodes = {
  ...postingRefusals,
  '0000': { status: 200, text: '成功' },
  E1001: { status: 401, text: '平台代碼錯誤或已停用' },
  E1002: { status: 401, text: '簽章錯誤' },
  E1003: { status: 401, text: '時間戳記逾時' },
  E1004: { status: 401, text: '請求重複（nonce）' },
  E1005: { status: 403, text: '來源 IP 不允許' },
  E1006: { status: 403, text: '未開放此功能' },
  E1007: { status: 429, text: '呼叫次數超過上限' },
  E1008: { status: 404, text: '查無交易' },
  E1009: { status: 400, text: '解密失敗或格式錯誤' },
  E1010: { status: 400, text: '欄位錯誤：{}' },
  E1021: { status: 400, text: '點數須為單位倍數' },
  E1101: { status: 404, text: '特約商不存在或不屬於此平台' },
  E1102: { status: 409, text: '特約商合約未生效或已暫停' },
  E1103: { status: 404, text: '門市不存在或已停用' },
  E1104: { status: 409, text: '特約商未開放贈點' },
  E1105: { status: 409, text: '特約商未開放兌點' },
  E1501: { status: 404, text: '票券不存在' },
  E1502: { status: 409, text: '票券不可使用（{}）' },
  E1503: { status: 409, text: '非適用門市' },
  E1601: { status: 409, text: '序號或密碼錯誤' },
  E1602: { status: 409, text: '序號不可使用（{}）' },
  E1603: { status: 409, text: '卡片不可開卡（{}）' },
  // Also sent when the connection to the database broke during a commit: the server then does not know whether the call was posted.
  E1900: { status: 503, text: '系統忙碌，處理結果未定，請以相同序號重送' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>

export type PartnerCode = keyof typeof partnerCodes
export type PartnerRefusalCode = Exclude<PartnerCode, '0000'>

export function isPartnerCode(code: string): code is PartnerCode {
  return Object.hasOwn(partnerCodes, code)
}

export interface RefusalOptions {
  /** Fills the `{}` of the text: names of fields, a status. */
  readonly about?: string
  /** Further fields of the answer. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Seconds after which the call may be repeated; sent as `retry-after`. */
  readonly retryAfter?: number
}

/** A database that restarts, or its replacement, is usually available again after a few of these. */
const busySeconds = 2

/**
 * A refusal of the partner API. Nothing of the call is stored, except that with E1900 the outcome is unknown. Wrong pins are counted
 * before, in a transaction of their own (`PartnerExaminer`).
 */
export class PartnerRefusal extends ApiError {
  readonly refusal: PartnerRefusalCode
  readonly detail: Readonly<Record<string, unknown>>
  readonly retryAfter: number | null

  constructor(code: PartnerRefusalCode, { about = '', detail = {}, retryAfter }: RefusalOptions = {}) {
    super(partnerCodes[code].status, code, partnerCodes[code].text.replace('{}', about))
    this.name = 'PartnerRefusal'
    this.refusal = code
    this.detail = detail
    this.retryAfter = retryAfter ?? (code === 'E1900' ? busySeconds : null)
  }
}

/**
 * Examines a pin, or leaves it when `check` refuses the call, whose refusal must not reveal whether the pin was right. The check throws
 * again where the call is carried out.
 *
 * @returns undefined when the pin was left unexamined
 */
export async function examineUnlessRefused<T>(check: () => Promise<unknown>, examine: () => Promise<T>): Promise<T | undefined> {
  try {
    await check()
  } catch (error) {
    if (error instanceof PartnerRefusal || error instanceof LedgerRefusal) return undefined
    throw error
  }
  return examine()
}
