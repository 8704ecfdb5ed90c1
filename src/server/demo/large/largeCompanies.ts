import { sql } from 'kysely'
import { recordStatus, settingStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { taxNumbers } from '../people.ts'
import type { Random } from '../random.ts'

const brands = [
  ...'日好,禾田,青山,米谷,河清,稻香,福滿,森林,橙心,安居,晴空,星野,月光,海風,雲朵,松柏,竹青,梅香,蘭亭,菊園,春暖,夏木,秋實,冬陽,東昇,西樓,南方,北辰,金穗,銀杏,銅鑼,鐵道,石門,玉山,珍品,寶島,樂活,欣欣,喜悅,吉祥,如意,平安,康健,永續,長青,大地,小鎮,新光橋,舊街,百里,千禧,萬象,億豐,光華,明德,清泉,和風,正誠,信實,義美村'.split(
    ',',
  ),
]
const trades = ['超市', '百貨', '餐飲', '書店', '旅行社', '加油站', '電子商務', '影城', '藥妝'] as const

/** Companies of the small set whose terms, outlets and reward settings are copied. */
const models = { monthly: ['C000101', 'C000102', 'C000103', 'C000104', 'C000106'], prepaid: 'C000105', payer: 'C000900' } as const
const firstNumber = 1001
const payers = 5
const prepaids = 24
const storesPerCompany = { min: 6, max: 14 } as const
/** The first tax ID number after those of the small set. */
const firstTaxNumber = 2000

/**
 * Copies the companies of the small set with new numbers, names and tax IDs, 6 to 14 outlets each, their reward settings and monthly discounts, and for some a
 * group of four. All are in force as long as their models.
 */
export async function copyCompanies(db: Executor, random: Random, count: number): Promise<void> {
  const numbers = taxNumbers(firstTaxNumber)
  const copies = Array.from({ length: count }, (_, index) => {
    const isPayer = index < payers
    const isPrepaid = !isPayer && index < payers + prepaids
    const trade = trades[index % trades.length] ?? trades[0]
    const brand = brands[Math.floor(index / trades.length) % brands.length] ?? ''
    return {
      company_no: `C${String(firstNumber + index).padStart(6, '0')}`,
      model: isPayer ? models.payer : isPrepaid ? models.prepaid : random.pick(models.monthly),
      name: isPayer ? `${brands[index]}銀行` : `${brand}${trade}`,
      tax_number: numbers.next().value,
      stores: isPayer ? 0 : random.integer(storesPerCompany.min, storesPerCompany.max),
    }
  })
  await sql`create temp table large_company on commit drop as
    select * from json_to_recordset(${JSON.stringify(copies)}::json) as c (company_no text, model text, name text, tax_number text, stores int)`.execute(
    db,
  )
  await copyRows(db)
  await sql`update number_series set last_number = ${firstNumber + count - 1} where series = 'company'`.execute(db)
}

async function copyRows(db: Executor): Promise<void> {
  await sql`
    insert into company select (r).* from (
      select jsonb_populate_record(m, jsonb_build_object('id', random_id(), 'company_no', n.company_no, 'company_name', n.name || '股份有限公司',
        'company_short_name', n.name, 'tax_number', n.tax_number, 'contract_no', 'CT' || substr(n.company_no, 2), 'prepaid_balance', 0,
        'invoice_title', n.name || '股份有限公司', 'group_view', false)) as r
      from large_company n join company m on m.company_no = n.model offset 0
    ) as copy`.execute(db)
  await sql`
    insert into reward_point select (r).* from (
      select jsonb_populate_record(m, jsonb_build_object('id', random_id(), 'reward_point_no', 'RL' || substr(n.company_no, 2),
        'company_no', n.company_no, 'reward_point_name', n.name || '消費回饋')) as r
      from large_company n join reward_point m on m.company_no = n.model and m.is_default
        and m.status = ${sql.lit(settingStatus.approved)} offset 0
    ) as copy`.execute(db)
  // What combines a group stays with the small set: the groups of the large one are not combined.
  await sql`
    insert into company_discount select (r).* from (
      select jsonb_populate_record(m, jsonb_build_object('id', random_id(), 'discount_no', m.discount_no || substr(n.company_no, 4),
        'company_no', n.company_no, 'combine_group', false, 'previous_id', null)) as r
      from large_company n join company_discount m on m.company_no = n.model and m.status = ${sql.lit(settingStatus.approved)} offset 0
    ) as copy`.execute(db)
  await sql`
    insert into retail_store select (r).* from (
      select jsonb_populate_record(null::retail_store, to_jsonb(m) || jsonb_build_object('id', random_id(), 'company_no', n.company_no,
        'retail_store_no', n.company_no || lpad(i::text, 4, '0'), 'partner_store_code', 'S' || lpad(i::text, 3, '0'),
        'store_name', n.name || i || '店', 'terminal_ids', '[]'::jsonb)) as r
      from large_company n cross join generate_series(1, n.stores) as i
      join lateral (select s.* from retail_store s where s.company_no = n.model and s.status = ${sql.lit(recordStatus.enabled)}
        order by s.retail_store_no limit 1) m on true
      offset 0
    ) as copy`.execute(db)
}
