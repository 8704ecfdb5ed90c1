import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ImportCheck } from '../../../../answers/records.ts'
import { activityType, memberStatus } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { TaskOwner } from '../../../platform/workers/workerRoom.ts'
import type { RecordOf } from '../../../records/hooks.ts'
import { assertFilled, placesByTitle, previewOf, textsMax } from '../../../records/import/importFile.ts'
import { readTable } from '../../../records/import/workbook/readTable.ts'

/** Members of one campaign at most (domain 4.13). */
const listRowsMax = 50_000

/** Rows that are judged in one turn of the event loop. */
const rowsInTurn = 2_000
const pointsMax = 9_999_999_999

export const listColumns = [
  { title: '會員編號', required: true },
  { title: '贈送點數', required: false },
] as const

export interface ListedMember {
  readonly memberNo: string
  /** Null: what the campaign gives to everybody. */
  readonly points: number | null
}

/** A list as it was read; with errors nothing of it may be taken. */
export interface ReadList {
  readonly check: ImportCheck
  readonly members: readonly ListedMember[]
}

interface SheetRow {
  readonly rowNo: number
  readonly memberNo: string
  readonly points: string
}

/**
 * Reads the members of a campaign out of a file, .xlsx or .csv, and finds what is wrong with each row.
 *
 * @param owner user who sent it
 * @throws 400 (M17) for what cannot be read at all
 */
export async function readMemberList(db: Executor, owner: TaskOwner, file: Uint8Array, activity: RecordOf<'activity'>): Promise<ReadList> {
  const [headings = [], ...lines] = await readTable(owner, file, listRowsMax)
  const [noPlace, pointsPlace] = placesByTitle(listColumns, headings)
  const textAt = (line: readonly unknown[], place: number | undefined) => String(line[place ?? -1] ?? '').trim()
  const rows: readonly SheetRow[] = lines
    .map((line, index) => ({ rowNo: index + 2, memberNo: textAt(line, noPlace), points: textAt(line, pointsPlace) }))
    .filter(({ memberNo, points }) => memberNo !== '' || points !== '')
  assertFilled(rows.length, listRowsMax)
  const statuses = await readStatuses(
    db,
    rows.map(({ memberNo }) => memberNo),
  )
  const judged = await judgeRows(rows, { statuses, takesPoints: activity.activityType === activityType.memberList })
  const numbers = rows.map(({ rowNo }) => rowNo)
  return {
    check: { ...previewOf({ headings, lines, numbers }), errors: judged.errors, errorCount: judged.errorCount },
    members: judged.members,
  }
}

async function readStatuses(db: Executor, memberNos: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ memberNo: string; status: string }>`
    select member_no, status from member where member_no = any (${memberNos}::text[])`.execute(db)
  return new Map(rows.map(({ memberNo, status }) => [memberNo, status]))
}

interface Judging {
  /** MemberStatus by number; a number that is not there is nobody's. */
  readonly statuses: ReadonlyMap<string, string>
  readonly takesPoints: boolean
}

async function judgeRows(rows: readonly SheetRow[], judging: Judging) {
  const members: ListedMember[] = []
  const errors: ImportCheck['errors'][number][] = []
  const firstRows = new Map<string, number>()
  let errorCount = 0
  for (const [index, row] of rows.entries()) {
    if (index % rowsInTurn === rowsInTurn - 1) await setImmediate()
    const problems = listRowProblems(row, { ...judging, firstRow: firstRows.get(row.memberNo) })
    if (!firstRows.has(row.memberNo)) firstRows.set(row.memberNo, row.rowNo)
    if (problems.length === 0) members.push({ memberNo: row.memberNo, points: row.points === '' ? null : Number(row.points) })
    else {
      errorCount += 1
      if (errors.length < textsMax) errors.push({ row: row.rowNo, message: problems.join('；') })
    }
  }
  return { members, errors, errorCount }
}

/** Everything that is wrong with a row. @param firstRow where the same number stood before */
function listRowProblems(
  { memberNo, points }: Pick<SheetRow, 'memberNo' | 'points'>,
  { statuses, takesPoints, firstRow }: Judging & { readonly firstRow: number | undefined },
): readonly string[] {
  const problems: string[] = []
  const status = statuses.get(memberNo)
  if (memberNo === '') problems.push('會員編號 必填')
  else if (!/^88\d{10}$/.test(memberNo)) problems.push('會員編號 格式錯誤，請填 88 開頭的 12 位數字')
  else if (firstRow !== undefined) problems.push(`會員編號與第 ${firstRow} 列重複`)
  else if (status === undefined) problems.push('會員不存在，請確認會員編號')
  else if (status === memberStatus.closed) problems.push('會員已註銷，請自名單移除')
  if (points === '') return problems
  if (!takesPoints) problems.push('此活動的贈送點數由活動計算，請留空')
  else if (!/^\d{1,10}$/.test(points) || Number(points) < 1 || Number(points) > pointsMax)
    problems.push('贈送點數 格式錯誤，請填 1 以上的整數')
  return problems
}
