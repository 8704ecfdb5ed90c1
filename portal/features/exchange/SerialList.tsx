import { useEffect, useRef, useState } from 'react'
import { formatPoints } from '../../../src/client/format.ts'
import { TextField } from '../../shared/form/TextField.tsx'
import { type SerialRow, serialFieldIds, serialRowsMax } from './serialRows.ts'
import type { SerialRows } from './useSerialRows.ts'

/** Serials and cards; each is checked before its points count. */
export function SerialList({ serials }: { serials: SerialRows }) {
  const isFull = serials.rows.length >= serialRowsMax
  return (
    <>
      <ol className="serials">
        {serials.rows.map((row, index) => (
          <li key={row.key}>
            {row.open ? (
              <OpenSerialLine row={row} open={row.open} number={index + 1} onRemove={() => serials.remove(row.key)} />
            ) : (
              <SerialForm row={row} number={index + 1} serials={serials} />
            )}
          </li>
        ))}
      </ol>
      <div className="button-row">
        <button type="button" className="button button-quiet button-small" disabled={isFull} onClick={serials.add}>
          新增序號
        </button>
        {isFull && <p>每次最多 {serialRowsMax} 組序號。</p>}
      </div>
      {/* The server does not tell whether a number exists or is frozen, so everybody reads how a frozen serial behaves and what to do. */}
      <p className="form-hint serial-hint">密碼連續錯誤 5 次，序號將凍結，之後輸入正確密碼也無法使用；請洽發放單位或客服人員。</p>
    </>
  )
}

interface OpenSerialLineProps {
  readonly row: SerialRow
  readonly open: NonNullable<SerialRow['open']>
  readonly number: number
  readonly onRemove: () => void
}

function OpenSerialLine({ open, number, onRemove }: OpenSerialLineProps) {
  return (
    <div className="serial-open">
      <span className="serial-mark" aria-hidden="true">
        ✓
      </span>
      <span>
        序號末四碼 <strong>{open.last4}</strong>
      </span>
      <span>
        <strong>{formatPoints(open.remainingPoints)}</strong> 點
      </span>
      <span>效期至 {open.expireDate}</span>
      <button type="button" className="link-button" aria-label={`移除第 ${number} 組序號`} onClick={onRemove}>
        移除
      </button>
    </div>
  )
}

function SerialForm({ row, number, serials }: { row: SerialRow; number: number; serials: SerialRows }) {
  const isTyped = row.serialNo.trim() !== '' && row.pin.trim() !== ''
  const ids = serialFieldIds(row.key)
  // After a reload the numbers are restored; passwords are never stored.
  const [isBack] = useState(row.serialNo !== '' && row.pin === '')
  const isAdded = useRef(number > 1 && row.serialNo === '')
  // Focuses an added row, because the button that adds it comes after it.
  useEffect(() => {
    if (isAdded.current) document.getElementById(ids.serialNo)?.focus()
  }, [ids.serialNo])
  return (
    <form
      className="serial-form"
      noValidate
      onPaste={(event) => {
        if (serials.paste(row.key, event.clipboardData.getData('text'))) event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped && !serials.isChecking) void serials.check(row)
      }}
    >
      <TextField
        id={ids.serialNo}
        label={number === 1 ? '點數序號／卡號' : `點數序號／卡號（第 ${number} 組）`}
        value={row.serialNo}
        onChange={(serialNo) => serials.change(row.key, { serialNo })}
        problem={row.problem ?? undefined}
        maxLength={40}
        autoComplete="off"
        isHalfWidth
        required
      />
      <TextField
        id={ids.pin}
        {...(isBack && row.pin === '' && { help: '頁面已重新載入，請再次輸入密碼。' })}
        label="密碼"
        type="password"
        value={row.pin}
        onChange={(pin) => serials.change(row.key, { pin })}
        maxLength={20}
        autoComplete="off"
        isHalfWidth
        required
      />
      <div className="serial-buttons">
        <button type="submit" className="button" disabled={!isTyped || serials.isChecking}>
          加入
        </button>
        {serials.rows.length > 1 && (
          <button type="button" className="link-button" aria-label={`移除第 ${number} 組序號`} onClick={() => serials.remove(row.key)}>
            移除
          </button>
        )}
      </div>
    </form>
  )
}
