import { formatSerialNo } from '../../../rules/serialNo.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { decryptField, encryptField } from '../../platform/fieldCipher.ts'
import type { Cell } from '../../records/export/cells.ts'
import { writeXlsx } from '../../records/export/xlsx.ts'
import { chunkContext } from './makeSerials.ts'
import { createFilePassword } from './randomCodes.ts'
import type { SerialKeys } from './serialKeys.ts'

const dayMs = 24 * 60 * 60 * 1000
const fileGone = '檔案已超過下載次數或期限。'

export interface FileRight {
  readonly downloadsMax: number
  readonly downloadCount: number
  readonly validTo: Date
}

/**
 * Opens the file of an order or a batch of cards for its owner. A file that was open before is closed by it.
 *
 * @returns the password; send it by another way than the file
 */
export async function openSerialFile(
  trx: Trx,
  keys: SerialKeys,
  right: { readonly holderNo: string; readonly downloadsMax: number; readonly validDays: number },
  now: Date,
): Promise<string> {
  const { holderNo, downloadsMax, validDays } = right
  const password = createFilePassword()
  const row = {
    passwordSealed: encryptField(keys.seal, passwordContext(holderNo), password),
    downloadsMax,
    downloadCount: 0,
    openedAt: now,
    validTo: new Date(now.getTime() + validDays * dayMs),
  }
  await trx
    .insertInto('serialFile')
    .values({ holderNo, ...row })
    .onConflict((conflict) => conflict.column('holderNo').doUpdateSet(row))
    .execute()
  return password
}

/** The right to a file; null when there is none (any more). */
async function findFileRight(db: Executor, holderNo: string, now: Date): Promise<FileRight | null> {
  const row = await db
    .selectFrom('serialFile')
    .select(['downloadsMax', 'downloadCount', 'validTo'])
    .where('holderNo', '=', holderNo)
    .where('validTo', '>', now)
    .executeTakeFirst()
  return row && row.downloadCount < row.downloadsMax ? row : null
}

/** The password of a file that may still be fetched. @throws 409 when none is left or the days are over */
export async function readFilePassword(db: Executor, keys: SerialKeys, holderNo: string, now: Date): Promise<string> {
  const right = await findFileRight(db, holderNo, now)
  const file = right && (await db.selectFrom('serialFile').select('passwordSealed').where('holderNo', '=', holderNo).executeTakeFirst())
  if (!file) throw textError(409, fileGone, 'FILE_GONE')
  return decryptField(keys.seal, passwordContext(holderNo), file.passwordSealed)
}

/** Uses up one download. @returns its number, from 1 @throws 409 when none is left or the days are over */
export async function takeDownload(trx: Trx, holderNo: string, now: Date): Promise<number> {
  const row = await trx
    .updateTable('serialFile')
    .set((row) => ({ downloadCount: row('downloadCount', '+', 1) }))
    .where('holderNo', '=', holderNo)
    .where('validTo', '>', now)
    .whereRef('downloadCount', '<', 'downloadsMax')
    .returning('downloadCount')
    .executeTakeFirst()
  if (!row) throw textError(409, fileGone, 'FILE_GONE')
  return row.downloadCount
}

export interface SerialSheet {
  readonly holderNo: string
  /** Name of the sheet inside, without ending. */
  readonly name: string
  readonly kind: 'serial' | 'card'
  /** Further columns, the same in every row. */
  readonly columns: readonly (readonly [heading: string, value: Cell])[]
}

/**
 * The serials of an order as an .xlsx in a zip under AES-256, made anew from what is sealed.
 *
 * @throws 409 when the list is gone
 */
export async function writeSerialFile(db: Executor, keys: SerialKeys, sheet: SerialSheet): Promise<Uint8Array> {
  const file = await db.selectFrom('serialFile').select('passwordSealed').where('holderNo', '=', sheet.holderNo).executeTakeFirst()
  if (!file) throw textError(409, fileGone, 'FILE_GONE')
  const password = decryptField(keys.seal, passwordContext(sheet.holderNo), file.passwordSealed)
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx(sheet.name, rowsOf(db, keys, sheet))) parts.push(part)
  return zipSealed(`${sheet.name}.xlsx`, new Uint8Array(Buffer.concat(parts)), password)
}

/** A zip with one file, under AES-256. Its code is large and seldom needed, so no start loads it. */
async function zipSealed(name: string, content: Uint8Array, password: string): Promise<Uint8Array> {
  const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js')
  // No web workers and streams: they do not help on the server.
  configure({ useWebWorkers: false })
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password, encryptionStrength: 3 })
  await zip.add(name, new Uint8ArrayReader(content))
  return zip.close()
}

async function* rowsOf(db: Executor, keys: SerialKeys, sheet: SerialSheet): AsyncGenerator<readonly Cell[]> {
  yield [sheet.kind === 'serial' ? '序號' : '卡號', '密碼', ...sheet.columns.map(([heading]) => heading)]
  const further = sheet.columns.map(([, value]) => value)
  for await (const { number, pin } of readCodes(db, keys, sheet.holderNo)) {
    yield [sheet.kind === 'serial' ? formatSerialNo(number) : number, pin, ...further]
  }
}

/** The codes of an order or batch, one sealed chunk in memory at a time. */
export async function* readCodes(db: Executor, keys: SerialKeys, holderNo: string): AsyncGenerator<{ number: string; pin: string }> {
  for (let pieceNo = 0; ; pieceNo += 1) {
    const chunk = await db
      .selectFrom('serialSecret')
      .select('sealed')
      .where('holderNo', '=', holderNo)
      .where('pieceNo', '=', pieceNo)
      .executeTakeFirst()
    if (!chunk) return
    for (const line of decryptField(keys.seal, chunkContext(holderNo, pieceNo), chunk.sealed).split('\n')) {
      const [number = '', pin = ''] = line.split(' ')
      yield { number, pin }
    }
  }
}

/** Ends the right to a file and forgets its list: from now on nobody can read these serials. */
export async function closeSerialFile(trx: Trx, holderNo: string): Promise<void> {
  await trx.deleteFrom('serialFile').where('holderNo', '=', holderNo).execute()
  await trx.deleteFrom('serialSecret').where('holderNo', '=', holderNo).execute()
}

/** Files whose days are over, or that were fetched as often as allowed. */
export async function findSpentFiles(db: Executor, now: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('serialFile')
    .select('holderNo')
    .where((where) => where.or([where('validTo', '<=', now), where('downloadCount', '>=', where.ref('downloadsMax'))]))
    .orderBy('holderNo')
    .execute()
  return rows.map((row) => row.holderNo)
}

function passwordContext(holderNo: string): string {
  return `${holderNo}.password`
}
