import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../platform/database/tables.ts'
import { type InvariantResult, placesMax } from '../points/public.ts'
import type { Seal } from './seal.ts'
import { anchorCode, keyIdOf, macOf, parseAnchorCode, type SealContent } from './sealText.ts'

export interface SealCheck {
  /** Null: it is not known here, which is wrong as soon as there are seals. */
  readonly key: Uint8Array | null
  /** Codes from paper. */
  readonly anchors?: readonly string[]
}

const pageSize = 2000

type StoredSeal = SealContent & Seal

/**
 * Compares the audit and the ledger with their seals, and the seals with the key and the anchors, all as of one moment. What is under a
 * seal is found whoever changed it: the key is not in the database. The chains themselves are for `verifyLedger`. Inside a transaction it
 * sees what that transaction has written.
 */
export async function verifySeals(db: Executor, check: SealCheck): Promise<readonly InvariantResult[]> {
  if (db.isTransaction) return checkAll(db, check)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((trx) => checkAll(trx, check))
}

async function checkAll(db: Executor, { key, anchors = [] }: SealCheck): Promise<readonly InvariantResult[]> {
  return [
    await measured('S1', '封條相接且金鑰相符', () => brokenSeals(db, key)),
    await measured('S2', '稽核紀錄與封條相符', () => changedAudit(db)),
    await measured('S3', '帳本與封條相符', () => changedLedger(db)),
    await measured('S4', '錨點與封條相符', () => changedAnchors(db, anchors)),
  ]
}

async function measured(id: string, title: string, find: () => Promise<readonly string[]>): Promise<InvariantResult> {
  const begun = performance.now()
  const found = await find()
  return { id, title, violations: found.length, places: found.slice(0, placesMax), milliseconds: Math.round(performance.now() - begun) }
}

async function brokenSeals(db: Executor, key: Uint8Array | null): Promise<readonly string[]> {
  const broken: string[] = []
  let before: Seal = { sealNo: 0, mac: '' }
  for (;;) {
    const page = await readSeals(db, before.sealNo)
    if (page.length > 0 && key === null) return ['缺少密鑰 SECRET_AUDIT_SEAL，無法檢核封條']
    for (const seal of page) {
      if (seal.sealNo !== before.sealNo + 1) broken.push(`封條 ${before.sealNo + 1} 不存在`)
      const problem = problemOf(seal, key as Uint8Array, before.mac)
      if (problem) broken.push(`封條 ${seal.sealNo} ${problem}`)
      before = seal
    }
    if (page.length < pageSize) return broken
  }
}

function problemOf(seal: StoredSeal, key: Uint8Array, before: string): string | null {
  if (seal.keyId !== keyIdOf(key)) return '不是以此密鑰產生'
  const expected = Buffer.from(macOf(key, before, seal), 'hex')
  return timingSafeEqual(expected, Buffer.from(seal.mac, 'hex')) ? null : '內容不符'
}

async function readSeals(db: Executor, after: number): Promise<readonly StoredSeal[]> {
  const { rows } = await sql<StoredSeal>`
    select s.seal_no, s.sealed_at, s.key_id, s.audit_total, s.ledger_total, s.numbers::text as numbers, s.number_count,
      encode(s.numbers_digest, 'hex') as numbers_digest, s.sealed_to, encode(s.mac, 'hex') as mac,
      (select coalesce(jsonb_agg(jsonb_build_array(h.chain_id, h.seq, encode(h.hash, 'hex')) order by h.chain_id), '[]')
        from audit_seal_head h where h.seal_no = s.seal_no) as heads
    from audit_seal s where s.seal_no > ${after} order by s.seal_no limit ${sql.lit(pageSize)}`.execute(db)
  return rows
}

/** A sealed link that is gone or another one: something before it was changed, removed or slipped in, or its chain was cut. */
async function changedAudit(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ place: string }>`
    select 'audit_chain ' || h.chain_id || ' #' || h.seq as place
    from audit_seal_head h left join audit_link l on l.chain_id = h.chain_id and l.seq = h.seq
    where l.hash is distinct from h.hash order by h.seal_no, h.chain_id`.execute(db)
  return rows.map((row) => row.place)
}

/**
 * Postings that are gone or others under their seal; and those that came under a number that no seal holds and nobody holds open any more.
 * The latter by counting: seals share no numbers, so that their sum is the number of rows.
 */
async function changedLedger(db: Executor): Promise<readonly string[]> {
  const changed = await sql<{ sealNo: number }>`
    select s.seal_no from audit_seal s cross join lateral seal_digest(s.numbers) d
    where d.postings <> s.number_count or d.digest <> s.numbers_digest order by 1`.execute(db)
  const counted = await sql<{ rows: number; sealed: number }>`
    with settled as (
      select seal_settled_to((select sealed_at from audit_seal order by seal_no desc limit 1)) as number
    )
    select (select count(*) from point_transaction where id < first_id(s.number + 1)) as rows,
      (select coalesce(sum(number_count), 0) from audit_seal where sealed_to <= s.number) + (
        select count(*) from audit_seal a cross join lateral unnest(a.numbers * int8multirange(int8range(null, s.number + 1))) as r
        join point_transaction t on t.id >= first_id(lower(r)) and t.id < first_id(upper(r)) where a.sealed_to > s.number
      ) as sealed
    from settled s`.execute(db)
  const { rows = 0, sealed = 0 } = counted.rows[0] ?? {}
  const beside = rows === sealed ? [] : [`未加封的交易 ${rows - sealed} 筆`]
  return [...changed.rows.map(({ sealNo }) => `封條 ${sealNo}`), ...beside]
}

async function changedAnchors(db: Executor, given: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string; code: string; sealNo: number; mac: string | null }>`
    select a.day, a.code, a.seal_no, encode(s.mac, 'hex') as mac
    from audit_anchor a left join audit_seal s on s.seal_no = a.seal_no order by a.day`.execute(db)
  const changed = rows.filter(({ sealNo, mac, code }) => mac === null || anchorCode(sealNo, mac) !== code).map((row) => `錨點 ${row.day}`)
  for (const text of given) {
    const code = parseAnchorCode(text)
    if (!code || !(await isKept(db, { sealNo: code.sealNo, mac: code.digits }))) changed.push(`錨點 ${text}`)
  }
  return changed
}

/** True while a seal is there. @param mac its beginning is enough */
export async function isKept(db: Executor, { sealNo, mac }: Seal): Promise<boolean> {
  const { rows } = await sql<{ mac: string }>`select encode(mac, 'hex') as mac from audit_seal where seal_no = ${sealNo}`.execute(db)
  return rows[0]?.mac.startsWith(mac) === true
}
