import { sql } from 'kysely'
import { uploadStatus } from '../../../../rules/codes.generated.ts'
import type { Database } from '../../../platform/database/tables.ts'
import type { MessageCode } from './messages.ts'
import { placeFile, readResults } from './upcastFolder.ts'

/** Minutes after which another process may take over a claimed message. Longer than writing any file takes. */
const claimMinutes = 5

interface Claimed {
  readonly id: number
  readonly code: MessageCode
  readonly fileName: string
  readonly xml: string
}

/**
 * Writes the files of waiting messages into the folder of Turnkey. Each message is claimed first, so that only one process writes it. After
 * a crash the claim expires; the next process checks whether the file exists before it writes.
 *
 * @returns number of messages handed over
 */
export async function handOverMessages(db: Database, upcast: string, { now, signal }: { now: Date; signal: AbortSignal }): Promise<number> {
  let count = 0
  for (; !signal.aborted; count += 1) {
    const message = await claimMessage(db)
    if (!message) break
    await placeFile(upcast, message.code, message)
    await db
      .updateTable('einvoiceMessage')
      .set({ status: uploadStatus.handedOver, handedAt: now, claimedUntil: null })
      .where('id', '=', message.id)
      .where('status', '=', uploadStatus.waiting)
      .execute()
  }
  return count
}

/** Claims the oldest waiting message. A message that refers to another one (a void, or an allowance) waits until that one is uploaded. */
async function claimMessage(db: Database): Promise<Claimed | null> {
  const { rows } = await sql<Claimed>`
    update einvoice_message set claimed_until = now() + make_interval(mins => ${claimMinutes})
    where id = (
      select m.id from einvoice_message m left join invoice_document d on d.id = m.document_id
      where m.status = ${sql.lit(uploadStatus.waiting)} and (m.claimed_until is null or m.claimed_until < now())
        and (m.code in ('F0401', 'E0402') or exists (
          select from einvoice_message b
          where b.status = ${sql.lit(uploadStatus.uploaded)}
            and b.document_id = case m.code when 'G0401' then d.original_id else d.id end
            and b.code = case m.code when 'G0501' then 'G0401' else 'F0401' end))
      order by m.made_at, m.file_name limit 1 for update of m skip locked
    )
    returning id, code, file_name, xml`.execute(db)
  return rows[0] ?? null
}

/** Stores the results of Turnkey for files that were handed over. @returns number of messages that were accepted or refused */
export async function noteResults(db: Database, upcast: string, now: Date): Promise<number> {
  const waiting = await db
    .selectFrom('einvoiceMessage')
    .select(['id', 'code', 'fileName'])
    .where('status', '=', uploadStatus.handedOver)
    .execute()
  let count = 0
  for (const code of new Set(waiting.map((message) => message.code))) {
    const messages = waiting.filter((message) => message.code === code)
    const { accepted, refused } = await readResults(
      upcast,
      code,
      messages.map(({ fileName }) => fileName),
    )
    for (const { id, fileName } of messages) {
      if (!accepted.has(fileName) && !refused.has(fileName)) continue
      const isRefused = refused.has(fileName)
      const reason = refused.get(fileName) ?? null
      await db
        .updateTable('einvoiceMessage')
        .set({ status: isRefused ? uploadStatus.failed : uploadStatus.uploaded, finishedAt: now, reason })
        .where('id', '=', id)
        .where('status', '=', uploadStatus.handedOver)
        .execute()
      count += 1
    }
  }
  return count
}
