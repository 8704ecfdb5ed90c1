import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { schemaErrorOf } from '../../../../../tests/support/einvoiceSchema.ts'
import { createRandom, type Random } from '../../../records/testing/random.ts'
import {
  type IssuedAllowance,
  type IssuedInvoice,
  type MessageCode,
  type MessageLine,
  messageWriters,
  type UnusedNumbers,
  type VoidDocument,
} from './messages.ts'

const seller = { taxNumber: '04595257', name: '點點通股份有限公司', address: '臺北市信義區市府路1號', customerNumber: null }
const buyer = { taxNumber: '22099131', name: '日日好 <超市> & 子公司', address: null, customerNumber: 'C000101' }

const lines: readonly MessageLine[] = [
  { description: '202501 贈點費用', quantity: '1', unitPrice: '1233752', amount: 1_233_752, remark: '淨贈點 1236844 點，折扣 5%' },
  { description: '202501 點數轉入', quantity: '2500', unitPrice: '0.95', amount: 2375, remark: null },
]

const document = {
  ...{ issueDate: '2025-02-06', issuedAt: new Date('2025-02-06T02:03:04Z'), seller, buyer, sourceNo: 'S202501C000101', lines },
  ...{ salesAmount: 1_236_127, taxAmount: 61_806 },
}
const invoice: IssuedInvoice = { ...document, docNo: 'AB00000050', randomNumber: '0042', taxPercent: 5 }
const allowance: IssuedAllowance = { ...document, docNo: 'AL20250210000001', original: { docNo: 'AB00000049', issueDate: '2025-01-07' } }
const voided: VoidDocument = {
  ...{ docNo: 'AB00000050', issueDate: '2025-02-06', buyerId: buyer.taxNumber, sellerId: seller.taxNumber },
  ...{ voidedAt: new Date('2025-02-07T15:59:59Z'), reason: '抬頭誤植' },
}
const unused: UnusedNumbers = {
  ...{ sellerId: seller.taxNumber, taxPeriod: '202501', track: 'AB' },
  ranges: [
    { first: 51, last: 99 },
    { first: 150, last: 199 },
  ],
}

const examples: Readonly<Record<MessageCode, string>> = {
  F0401: messageWriters.F0401(invoice),
  F0501: messageWriters.F0501(voided),
  G0401: messageWriters.G0401(allowance),
  G0501: messageWriters.G0501({ ...voided, docNo: allowance.docNo }),
  E0402: messageWriters.E0402(unused),
}

describe('messageWriters', () => {
  it.each(Object.entries(examples))('%s is valid, and as it was looked at once', async (code, xml) => {
    expect(schemaErrorOf(code as MessageCode, xml)).toBeNull()
    await expect(xml).toMatchFileSnapshot(`golden/${code}.xml`)
  })

  it('what libxml2 is asked finds an element that is missing, too long or in another place', () => {
    const broken = (from: string, to: string) => schemaErrorOf('F0401', examples.F0401.replace(from, to))
    expect(broken('<PrintMark>Y</PrintMark>', '')).toContain('PrintMark')
    expect(broken('<RelateNumber>', '<RelateNumber>123456789')).toContain('RelateNumber')
    expect(broken('<DonateMark>0</DonateMark>', '<RandomNumber>1234</RandomNumber>')).toContain('RandomNumber')
  })

  it('optional elements are left out when they are empty, compulsory ones refuse to be', () => {
    const plain = messageWriters.F0401({ ...invoice, buyer: { ...buyer, customerNumber: '' }, sourceNo: '' })
    expect(plain).not.toMatch(/CustomerNumber|RelateNumber/)
    expect(schemaErrorOf('F0401', plain)).toBeNull()
    expect(() => messageWriters.F0501({ ...voided, reason: '' })).toThrow('CancelReason is empty')
    expect(() => messageWriters.F0401({ ...invoice, lines: [] })).toThrow('Details is empty')
  })

  it('a character that XML does not have is refused', () => {
    expect(() => messageWriters.F0501({ ...voided, reason: 'a\u0008' })).toThrow(RangeError)
  })

  it('names are as long as the schema counts: characters, not halves of them', () => {
    const name = '𠮷'.repeat(61)
    const xml = messageWriters.F0401({ ...invoice, buyer: { ...buyer, name } })
    expect(schemaErrorOf('F0401', xml)).toBeNull()
    expect(xml).toContain(`<Name>${'𠮷'.repeat(60)}</Name>`)
  })

  it('random documents are valid, their lines add up, and their texts arrive as they were', () => {
    const random = createRandom(2025)
    for (let run = 0; run < 300; run += 1) {
      const made = randomDocument(random)
      const issued = { ...invoice, ...made }
      checkInvoice(messageWriters.F0401(issued), issued)
      checkAllowance(messageWriters.G0401({ ...allowance, ...made }), made)
    }
  })
})

const texts = ['點數', '<b>', '&amp;', ']]>', '"\'', '\r\n', '\t', '😀', '  ', '贈點費用', 'A', '0']

function randomText(random: Random, lengthMax: number): string {
  const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(texts)).join('')
  return [...text].slice(0, lengthMax).join('')
}

function randomDocument(random: Random) {
  const made = Array.from({ length: 1 + random.below(12) }, (): MessageLine => {
    const amount = 1 + random.below(99_999_999)
    const price = `${random.below(100)}.${String(random.below(10_000_000)).padStart(7, '0')}`
    const remark = random.below(2) === 0 ? null : randomText(random, 120)
    return { description: randomText(random, 500), quantity: String(1 + random.below(999_999_999)), unitPrice: price, amount, remark }
  })
  const salesAmount = made.reduce((sum, { amount }) => sum + amount, 0)
  const name = randomText(random, 100)
  return { lines: made, salesAmount, taxAmount: Math.round(salesAmount / 20), buyer: { ...buyer, name } }
}

/** Texts of all elements with these names, as an XML parser reads them. */
function read(code: MessageCode, xml: string, names: readonly string[]): readonly (readonly string[])[] {
  const parsed = XmlDocument.fromString(xml)
  try {
    const space = { m: `urn:GEINV:eInvoiceMessage:${code}:4.1` }
    return names.map((path) => parsed.find(path, space).map((node) => node.content))
  } finally {
    parsed.dispose()
  }
}

const sum = (numbers: readonly string[] = []) => numbers.reduce((total, number) => total + Number(number), 0)

function checkInvoice(xml: string, { lines: expected, salesAmount, taxAmount, buyer: { name } }: IssuedInvoice): void {
  expect(schemaErrorOf('F0401', xml)).toBeNull()
  const item = '//m:ProductItem/m:'
  const [amounts, totals, descriptions, remarks, names] = read('F0401', xml, [
    ...[`${item}Amount`, '//m:SalesAmount | //m:TaxAmount | //m:TotalAmount', `${item}Description`, `${item}Remark`, '//m:Buyer/m:Name'],
  ])
  expect(sum(amounts)).toBe(salesAmount)
  expect(totals).toEqual([salesAmount, taxAmount, salesAmount + taxAmount].map(String))
  expect(descriptions).toEqual(expected.map(({ description }) => description))
  expect(remarks).toEqual(expected.flatMap(({ remark }) => remark ?? []))
  expect(names).toEqual([[...name].slice(0, 60).join('')])
}

function checkAllowance(xml: string, { salesAmount, taxAmount }: Pick<IssuedAllowance, 'salesAmount' | 'taxAmount'>): void {
  expect(schemaErrorOf('G0401', xml)).toBeNull()
  const [amounts, taxes] = read('G0401', xml, ['//m:ProductItem/m:Amount', '//m:ProductItem/m:Tax'])
  expect([sum(amounts), sum(taxes)]).toEqual([salesAmount, taxAmount])
}
