import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { shipped, shippedScreens } from './shipped.ts'

const domain = readFileSync(join(projectRoot, 'docs/domain/04-screens.md'), 'utf8').split('\n')

/** Fields that the domain marks, but that a list does without, and why. */
const otherwise: Readonly<Record<string, string>> = {
  '/_pending/member_pending_point memberName F': 'masked: a member is found by the number',
  '/_accounting/statements settledAt T': 'a date',
  '/_accounting/center_sale receivedDate T': 'a date',
  '/_accounting/center_sale receivedRef T': 'a text',
  '/_accounting/yearly_discount_statement_close tierBasePoints T': 'each member of a group shows the sum of the group',
  '/_accounting/pay_as_you_go_invoice invoiceNo F': 'docNo, which allowances have as well',
  '/_accounting/pay_as_you_go_invoice invoiceDate F': 'issueDate',
  '/_accounting/pay_as_you_go_invoice statementNo F': 'sourceNo',
  '/_accounting/activity_perf_report memberCount T': 'members are distinct per row',
  '/_accounting/activity_perf_report newMemberCount T': 'members are distinct per row',
  '/_coupon/coupon_list couponType T': 'a choice',
  '/_report/exchange_usage_report dateFrom F': 'one range of days',
  '/_report/exchange_usage_report dateTo F': 'one range of days',
  '/_report/exchange_usage_report couponName F': 'chosen by its batch, which the sums are made of',
}

/** What the tables of the domain mark with a flag: `<uri> <field> <flag>`. */
function marked(flag: 'F' | 'T'): readonly string[] {
  let uris: readonly string[] = []
  return domain.flatMap((line) => {
    if (line.startsWith('#')) uris = [...line.matchAll(/\/(?:_\w+|settings)\/\w+/g)].map(([uri]) => uri)
    const cells = line.split('|').slice(1, -1)
    const [names = '', flags = ''] = [cells[0], cells.at(-1)]
    if (cells.length < 6 || !/^[LFCEVT ]+$/.test(flags) || !flags.includes(flag)) return []
    const fields = names.split(',').map((name) => name.trim().split(' ')[0] ?? '')
    return uris.flatMap((uri) => fields.map((field) => `${uri} ${field} ${flag}`))
  })
}

const offered = new Set(
  shippedScreens.flatMap(([uri, { list }]) => [
    ...list.filters.map(({ field }) => `${uri} ${field} F`),
    ...list.totals.map((field) => `${uri} ${field} T`),
  ]),
)

describe('what the domain says of lists', () => {
  it('each filter and each sum of the domain is in its list', () => {
    const all = [...marked('F'), ...marked('T')]
    expect(all.length).toBeGreaterThan(400)
    expect(all.filter((one) => !offered.has(one) && otherwise[one] === undefined)).toEqual([])
    expect(Object.keys(otherwise).filter((one) => offered.has(one) || !all.includes(one))).toEqual([])
  })

  it('the groups of the menu are in the order of the domain', () => {
    const rows = domain.flatMap((line) => /^\| [^|]+ (\/\w+) \(\w+\) \|/.exec(line)?.[1] ?? [])
    const groups = shipped.catalog.menu?.groups.map(({ uri }) => uri)
    expect(groups).toEqual(rows)
  })
})
