import { useRef, useState } from 'react'
import { notify } from '../../../src/client/notices.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { checkSerial } from './exchangeCalls.ts'
import { emptyRow, isRepeated, parseSerialList, type SerialRow, serialRowsMax } from './serialRows.ts'

export interface SerialRows {
  readonly rows: readonly SerialRow[]
  readonly isChecking: boolean
  add(): void
  change(key: string, changes: Partial<Pick<SerialRow, 'serialNo' | 'pin'>>): void
  remove(key: string): void
  /**
   * Replaces a row by a pasted list of serials, as many as there is room for.
   *
   * @returns false when the text is no list
   */
  paste(key: string, text: string): boolean
  /** Checks one row at the server. */
  check(row: SerialRow): Promise<void>
  /** Starts again with one empty row. */
  reset(): void
}

/**
 * The serials of an exchange. Their numbers are restored after a reload; pins have to be typed again.
 *
 * @param known numbers of an earlier visit
 * @param keep stores the numbers for a later one
 */
export function useSerialRows(known: readonly string[], keep: (serialNos: readonly string[]) => void): SerialRows {
  const { isSending: isChecking, send } = useSending()
  const [rows, setRows] = useState<readonly SerialRow[]>(() => (known.length > 0 ? known.map(emptyRow) : [emptyRow()]))
  // Answers arrive long after the render that sent the request, so they are applied to the latest rows, including later input.
  const latest = useRef(rows)
  const set = (next: readonly SerialRow[]) => {
    latest.current = next
    setRows(next)
    keep(next.map((row) => row.serialNo).filter((serialNo) => serialNo.trim() !== ''))
  }
  /** Changes a row unless its serial was changed meanwhile. */
  const replace = (asked: SerialRow, changes: Partial<SerialRow>) =>
    set(latest.current.map((row) => (isSame(row, asked) ? { ...row, ...changes } : row)))
  const check = async (row: SerialRow) => {
    if (isRepeated(latest.current, row)) return replace(row, { problem: '序號重複，請移除後再試。' })
    const verdict = await send((http) => checkSerial(http, { serialNo: row.serialNo.trim(), pin: row.pin.trim() }))
    if (!verdict) return
    if (!verdict.ok) return replace(row, { pin: '', problem: verdict.text })
    const { last4, remainingPoints, expireDate } = verdict
    replace(row, { open: { last4, remainingPoints, expireDate }, problem: null })
  }
  /** One after another, because each answer may change what is left to type. */
  const checkEach = async (wanted: readonly SerialRow[]) => {
    for (const row of wanted) await check(row)
  }
  return {
    rows,
    isChecking,
    check,
    add: () => set([...latest.current, emptyRow()]),
    change: (key, changes) => set(latest.current.map((row) => (row.key === key ? { ...row, ...changes, problem: null } : row))),
    paste: (key, text) => {
      const pasted = parseSerialList(text)
      if (!pasted) return false
      const others = latest.current.filter((row) => row.key !== key && (row.open !== null || row.serialNo.trim() !== ''))
      const room = serialRowsMax - others.length
      if (pasted.length > room) notify.warning(`每次最多 ${serialRowsMax} 組序號，其餘 ${pasted.length - room} 組未帶入。`)
      const added = pasted.slice(0, room).map((row) => ({ ...emptyRow(row.serialNo), pin: row.pin }))
      set([...others, ...added])
      void checkEach(added.filter(({ pin }) => pin !== ''))
      return true
    },
    remove: (key) => {
      const left = latest.current.filter((row) => row.key !== key)
      set(left.length > 0 ? left : [emptyRow()])
    },
    reset: () => set([emptyRow()]),
  }
}

function isSame(row: SerialRow, asked: SerialRow): boolean {
  return row.key === asked.key && row.serialNo === asked.serialNo && row.pin === asked.pin
}
