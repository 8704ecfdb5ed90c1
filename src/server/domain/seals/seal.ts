import { sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { keyIdOf, macOf, type SealContent } from './sealText.ts'

/** One process seals at a time. */
const sealLock = 18_000_001
/** Postings in one seal: a first seal of a large ledger is made in pieces, each of which is quick. */
const postingsMax = 50_000

export interface Seal {
  readonly sealNo: number
  /** Hex. */
  readonly mac: string
}

interface LastSeal extends Seal {
  readonly ledgerTotal: number
  readonly sealedTo: number
}

const nothing: LastSeal = { sealNo: 0, mac: '', ledgerTotal: 0, sealedTo: 0 }

/**
 * Seals what was committed since the last seal: as many seals as it takes, none when there is nothing new.
 *
 * @returns the last seal there is; null when there is none, or another process is sealing
 */
export async function sealAll(db: Database, key: Uint8Array, now: Date): Promise<Seal | null> {
  for (;;) {
    const { last, isNew } = await transact(db, (trx) => sealNext(trx, key, now))
    if (!isNew) return last
  }
}

async function sealNext(trx: Trx, key: Uint8Array, now: Date): Promise<{ readonly last: Seal | null; readonly isNew: boolean }> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(sealLock)}) as is_ours`.execute(trx)
  if (!rows[0]?.isOurs) return { last: null, isNew: false }
  const before = await readLast(trx)
  const heads = await readHeads(trx)
  const postings = await readPostings(trx, before, now)
  if (heads.moved.length === 0 && postings.numberCount === 0) return { last: before.sealNo === 0 ? null : before, isNew: false }
  const content: SealContent = {
    sealNo: before.sealNo + 1,
    sealedAt: now,
    keyId: keyIdOf(key),
    auditTotal: heads.total,
    ledgerTotal: before.ledgerTotal + postings.numberCount,
    ...postings,
    heads: heads.moved,
  }
  const mac = macOf(key, before.mac, content)
  await write(trx, content, mac)
  return { last: { sealNo: content.sealNo, mac }, isNew: true }
}

async function readLast(trx: Trx): Promise<LastSeal> {
  const { rows } = await sql<LastSeal>`
    select seal_no, encode(mac, 'hex') as mac, ledger_total, sealed_to
    from audit_seal order by seal_no desc limit 1`.execute(trx)
  return rows[0] ?? nothing
}

/** Where the chains of the audit end that grew since they were last sealed; and the sum of all. */
async function readHeads(trx: Trx): Promise<{ readonly moved: SealContent['heads']; readonly total: number }> {
  const { rows } = await sql<{ chainId: number; seq: number; hash: string; sealedSeq: number | null }>`
    select c.id as chain_id, c.link_count as seq, encode(c.last_hash, 'hex') as hash, h.seq as sealed_seq
    from audit_chain c
    left join lateral (select seq from audit_seal_head s where s.chain_id = c.id order by seq desc limit 1) h on true
    where c.link_count > 0 order by c.id`.execute(trx)
  const moved = rows.filter((row) => row.sealedSeq === null || row.seq > row.sealedSeq)
  return {
    moved: moved.map(({ chainId, seq, hash }) => [chainId, seq, hash] as const),
    total: rows.reduce((sum, row) => sum + row.seq, 0),
  }
}

/** Postings after the last seal, and those committed later under a smaller number. */
async function readPostings(trx: Trx, before: LastSeal, now: Date) {
  const { rows } = await sql<Pick<SealContent, 'numbers' | 'numberCount' | 'numbersDigest' | 'sealedTo'>>`
    with settled as (
      select seal_settled_to(${now}) as number
    ), open as (
      select int8multirange(int8range(s.number + 1, greatest(${before.sealedTo}::bigint, s.number) + 1)) - coalesce(
        (select range_agg(r) from audit_seal a cross join lateral unnest(a.numbers) as r where a.sealed_to > s.number), '{}') as numbers
      from settled s
    ), found as (
      select seal_number(t.id) as number
      from open o cross join lateral unnest(o.numbers) as r
      join point_transaction t on t.id >= first_id(lower(r)) and t.id < first_id(upper(r))
      union all
      (select seal_number(id) from point_transaction where id >= first_id(${before.sealedTo}::bigint + 1) order by id limit ${sql.lit(postingsMax)})
    ), sealed as (
      select coalesce(range_agg(int8range(number, number + 1)), '{}') as numbers, greatest(max(number), ${before.sealedTo}::bigint) as sealed_to
      from found
    )
    select s.numbers::text as numbers, d.postings as number_count, encode(d.digest, 'hex') as numbers_digest, s.sealed_to
    from sealed s cross join lateral seal_digest(s.numbers) d`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a query without rows')
  return found
}

async function write(trx: Trx, content: SealContent, mac: string): Promise<void> {
  const { sealNo, sealedAt, keyId, auditTotal, ledgerTotal, numbers, numberCount, numbersDigest, sealedTo, heads } = content
  await sql`
    insert into audit_seal (seal_no, sealed_at, key_id, audit_total, ledger_total, numbers, number_count, numbers_digest, sealed_to, mac)
    values (${sealNo}, ${sealedAt}, ${keyId}, ${auditTotal}, ${ledgerTotal}, ${numbers}::int8multirange, ${numberCount},
      decode(${numbersDigest}, 'hex'), ${sealedTo}, decode(${mac}, 'hex'))`.execute(trx)
  if (heads.length === 0) return
  await sql`
    insert into audit_seal_head (seal_no, chain_id, seq, hash)
    select ${sealNo}, (h ->> 0)::bigint, (h ->> 1)::bigint, decode(h ->> 2, 'hex')
    from jsonb_array_elements(${JSON.stringify(heads)}::jsonb) as h`.execute(trx)
}
