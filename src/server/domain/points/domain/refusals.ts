import { ApiError } from '../../../platform/errors.ts'

type Refusals = Readonly<Record<string, { readonly status: number; readonly text: string }>>

/** Refusals of the ledger with the texts that partners and people see (domain 8). The codes of the partner API include these. */
export const postingRefusals = {
  E1016: { status: 400, text: '交易時間超出允許範圍' },
  E1106: { status: 409, text: '無適用之點數回饋設定' },
  E1107: { status: 409, text: '特約商預購點數不足' },
  E1201: { status: 404, text: '查無會員' },
  E1202: { status: 409, text: '會員已凍結或註銷' },
  E1301: { status: 409, text: '可用點數不足' },
  E1302: { status: 409, text: '低於最低兌點或不符兌點單位' },
  E1303: { status: 409, text: '超過兌點上限比例' },
  E1304: { status: 404, text: '查無原交易' },
  E1305: { status: 409, text: '退回超過原交易' },
  E1310: { status: 409, text: '超過負點上限' },
  E1401: { status: 409, text: '風險控管拒絕交易' },
  E1409: { status: 409, text: '外部交易序號重複但內容不同' },
} as const satisfies Refusals

const refusals = {
  ...postingRefusals,
  M21: { status: 409, text: '帳期已關帳，不可異動。' },
  M22: { status: 409, text: '點數不足。' },
} as const satisfies Refusals

export type LedgerRefusalCode = keyof typeof refusals

/** The ledger says no: an expected outcome, nothing is posted. `detail` goes into the answer of the partner API. */
export class LedgerRefusal extends ApiError {
  readonly refusal: LedgerRefusalCode
  readonly detail: Readonly<Record<string, number>>

  constructor(code: LedgerRefusalCode, detail: Readonly<Record<string, number>> = {}) {
    super(refusals[code].status, code, refusals[code].text)
    this.name = 'LedgerRefusal'
    this.refusal = code
    this.detail = detail
  }
}
