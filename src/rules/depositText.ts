import { taipeiDateTime } from './dates.ts'

interface Deposited {
  readonly depositedPoints: number
  /** Given when these points were deposited before: nothing was added this time. */
  readonly depositedAt?: string | Date
}

/** What a member is told after 存入序號. */
export function depositText({ depositedPoints, depositedAt }: Deposited): string {
  const points = depositedPoints.toLocaleString('en-US')
  if (depositedAt === undefined) return `已存入 ${points} 點。`
  return `此序號已於 ${taipeiDateTime(new Date(depositedAt))} 存入 ${points} 點，未重複存入。`
}
