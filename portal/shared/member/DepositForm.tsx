import { useState } from 'react'
import type { Deposit } from '../../../src/answers/settlement.ts'
import { notify } from '../../../src/client/notices.ts'
import { depositText } from '../../../src/rules/depositText.ts'
import { TextField } from '../form/TextField.tsx'
import { storedMembers, storedText, useDraft } from '../form/useDraft.ts'
import { useSending } from '../form/useSending.ts'

interface DepositFormProps {
  /** Number of the member to whom the draft belongs. */
  readonly corporateNo: string
  /** The balance may have changed. */
  readonly onTried: () => void
}

/** Deposits all points of a serial or card into the account of the member. */
export function DepositForm({ corporateNo, onTried }: DepositFormProps) {
  const sending = useSending()
  const draft = useDraft(`/member:deposit:${corporateNo}`, readSerialNo)
  // The pin is kept only in memory.
  const [pin, setPin] = useState('')
  const { serialNo } = draft.values
  const isReady = serialNo.trim() !== '' && pin.trim() !== ''
  const handleDeposit = async () => {
    const credential = { serialNo: serialNo.trim(), pin: pin.trim() }
    const answer = await sending.send((http) => http.post<Deposit>('/api/portal/serials/deposit', credential))
    // The error may be due to an earlier attempt whose answer was lost, so the balance is reloaded.
    onTried()
    if (!answer) return
    notify.success(depositText(answer))
    draft.clear()
    setPin('')
  }
  return (
    <form
      className="card deposit-form"
      noValidate
      aria-labelledby="deposit-title"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void handleDeposit()
      }}
    >
      <h2 id="deposit-title">存入序號</h2>
      <TextField
        id="depositSerialNo"
        label="點數序號／卡號"
        value={serialNo}
        onChange={(value) => draft.change({ serialNo: value })}
        maxLength={40}
        autoComplete="off"
        isHalfWidth
        required
      />
      <TextField
        id="depositPin"
        label="密碼"
        type="password"
        value={pin}
        onChange={setPin}
        maxLength={20}
        autoComplete="off"
        isHalfWidth
        required
      />
      <div className="button-row">
        <button type="submit" className="button" disabled={!isReady || sending.isSending}>
          {sending.isSending ? '存入中…' : '存入'}
        </button>
      </div>
    </form>
  )
}

function readSerialNo(stored: unknown): { readonly serialNo: string } {
  return { serialNo: storedText(storedMembers(stored).serialNo) }
}
