import { isComposing } from '../../shared/form/TextField.tsx'
import { readTyped, typedLengthMax } from '../../shared/form/typedText.ts'
import type { Offer } from './offers.ts'
import { nameId, type RecipientRow, rowProblems } from './recipients.ts'

interface RecipientLineProps {
  readonly row: RecipientRow
  readonly number: number
  readonly offers: readonly Offer[]
  readonly onChange: (row: RecipientRow) => void
  readonly onRemove: () => void
}

const inputModes = { name: undefined, mobile: 'tel', email: 'email', quantity: 'numeric' } as const

/** One recipient with product and quantity. Errors are shown when the line has any input. */
export function RecipientLine({ row, number, offers, onChange, onRemove }: RecipientLineProps) {
  const isTyped = row.name !== '' && row.mobile !== '' && row.email !== ''
  const problems = isTyped ? Object.values(rowProblems(row, offers)) : []
  const input = (field: keyof typeof inputModes, title: string, maxLength: number) => {
    const typedAs = { inputMode: inputModes[field], maxLength }
    const take = (text: string) => onChange({ ...row, [field]: text })
    return (
      <label>
        <span>{title}</span>
        <input
          id={field === 'name' ? nameId(row.key) : undefined}
          value={row[field]}
          maxLength={typedLengthMax(typedAs)}
          autoComplete="off"
          inputMode={typedAs.inputMode}
          onChange={({ target, nativeEvent }) => take(isComposing(nativeEvent) ? target.value : readTyped(target.value, typedAs))}
          onBlur={() => readTyped(row[field], typedAs) !== row[field] && take(readTyped(row[field], typedAs))}
        />
      </label>
    )
  }
  return (
    <li className="recipient-line">
      <span className="recipient-number" aria-hidden="true">
        {number}
      </span>
      {input('name', '收件人', 50)}
      {input('mobile', '手機', 10)}
      {input('email', '電子郵件', 100)}
      <label>
        <span>票券</span>
        <select value={row.couponBatchNo} onChange={(event) => onChange({ ...row, couponBatchNo: event.target.value })}>
          <option value="">請選擇</option>
          {offers.map(({ couponBatchNo, couponName, stock }) => (
            <option key={couponBatchNo} value={couponBatchNo} disabled={stock === 0}>
              {couponName}
            </option>
          ))}
        </select>
      </label>
      {input('quantity', '數量', 3)}
      <button type="button" className="link-button" aria-label={`移除第 ${number} 位收件人`} onClick={onRemove}>
        移除
      </button>
      {problems.length > 0 && <p className="field-problem">{problems.join('、')}</p>}
    </li>
  )
}
