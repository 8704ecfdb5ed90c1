import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDocuments } from '../../language/check/checkDocuments.ts'
import type { Entity, Property } from '../../language/documents/entity.ts'
import { formulasOf, withFormulas } from '../../language/formula/recordFormulas.ts'
import { resolveForm } from '../../language/resolve/forms.ts'
import { resolveScreen } from '../../language/resolve/screen.ts'
import { demoFiles, known } from '../../language/testing/documents.ts'
import type { Database } from '../platform/database/tables.ts'
import { createRecordsEngine } from './createEngine.ts'
import type { RecordCall, RecordsEngine } from './engine.ts'
import type { RecordValues } from './hooks.ts'
import { type Decimal, modelValue, numberOf, roundDecimal } from './testing/formulaModel.ts'
import { createRecordTables, openMemoryDatabase, runScript } from './testing/memoryDatabase.ts'
import { createRandom, type Random } from './testing/random.ts'
import { actorOf, now } from './testing/sampleEngine.ts'

const member = {
  count: { type: 'integer', title: '數' },
  price: { type: 'number', title: '價', 'x-decimals': 2 },
} satisfies Record<string, Property>
const numbers = ['row.a', 'row.b', 'row.p', 'row.q'] as const

/** A random formula that gives a number; `depth` bounds how far it nests. In a row it has no lists to read. */
function numberFormula(random: Random, depth: number, fields: readonly string[] = numbers): object | string | number {
  const inRow = fields !== numbers
  const inner = () => numberFormula(random, depth - 1, fields)
  if (depth <= 0) return random.below(4) === 0 ? random.pick([0, 1, -3, 0.05, 2.5, 1000]) : random.pick(fields)
  const decimals = random.below(4)
  const made = [
    () => ({ $add: [inner(), inner(), inner()] }),
    () => ({ $sub: [inner(), inner()] }),
    () => ({ $mul: [{ $round: [inner(), 2] }, { $round: [inner(), 2] }] }),
    () => ({ $round: [inner(), decimals] }),
    () => ({ $round: [{ $div: [{ $round: [inner(), 3] }, { $round: [inner(), 1] }] }, decimals] }),
    () => ({ $round: [{ $mul: [{ $div: [{ $round: [inner(), 2] }, random.pick(fields)] }, 3] }, decimals] }),
    () => ({ $sum: [inner(), inner()] }),
    () => ({ [random.pick(['$min', '$max'])]: [inner(), inner()] }),
    () => ({ $if: [{ [random.pick(fields)]: random.pick([{ gt: 0 }, { empty: true }]) }, inner(), inner()] }),
    () => ({ $if: [{ [random.pick(fields)]: { gt: 10 } }, inner()] }),
    ...(inRow
      ? []
      : [
          () => ({ $sum: random.pick(['row.lines.price', 'row.lines.made', 'row.lines.count']) }),
          () => ({ [random.pick(['$min', '$max'])]: random.pick(['row.lines.price', 'row.lines.made']) }),
          () => ({ $count: random.pick(['row.lines', 'row.lines.count', 'row.lines.made']) }),
          () => ({ $days: ['row.from', random.pick(['row.to', 'row.from'])] }),
        ]),
  ]
  return random.pick(made)()
}

/** Rounded once more, so that it is a formula, and as exact as its field. */
const rounded = (formula: object | string | number, decimals: number) => ({ $round: [formula, decimals] }) as Property['x-formula']

function randomEntity(random: Random): Entity {
  const computed = (property: Property, formula: Property['x-formula']): Property =>
    ({ ...property, title: '果', 'x-computed': true, 'x-formula': formula }) as Property
  const decimals = 1 + random.below(5)
  return {
    name: 'randomSample',
    title: '樣本',
    key: 'no',
    label: 'no',
    type: 'object',
    properties: {
      no: { type: 'string', title: '號', 'x-unique': true },
      a: { type: 'integer', title: '甲' },
      b: { type: 'integer', title: '乙' },
      p: { type: 'number', title: '丙', 'x-decimals': 2 },
      q: { type: 'number', title: '丁', 'x-decimals': 4 },
      from: { type: 'string', title: '起', format: 'date' },
      to: { type: 'string', title: '迄', format: 'date' },
      lines: {
        type: 'array',
        title: '列',
        maxItems: 9,
        items: {
          type: 'object',
          properties: {
            ...member,
            made: computed({ type: 'number', 'x-decimals': 3 }, rounded(numberFormula(random, 2, ['row.count', 'row.price']), 3)),
          },
        },
      },
      result: computed({ type: 'number', 'x-decimals': decimals }, rounded(numberFormula(random, 3), decimals)),
      further: computed({ type: 'integer' }, { $round: [{ $mul: ['row.result', 2] }, 0] }),
      day: computed({ type: 'string', format: 'date' }, { $date: ['row.from', { $round: ['row.a', 0] }] }),
      words: computed({ type: 'string' }, { $concat: ['row.no', '/', 'row.result', '/', 'row.to'] }),
    },
    required: ['no'],
  }
}

function randomRecord(random: Random, no: string): RecordValues {
  const maybe = <T>(value: T): T | undefined => (random.below(5) === 0 ? undefined : value)
  const whole = () => random.pick([0, 1, -1, 7, random.below(2000) - 1000])
  const day = () =>
    `20${10 + random.below(60)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`
  const filled = {
    a: maybe(whole()),
    b: maybe(whole()),
    p: maybe(Math.round(whole() * 100 + random.below(100)) / 100),
    q: maybe((random.below(200_000_000) - 100_000_000) / 10_000),
    from: maybe(day()),
    to: maybe(day()),
    lines: Array.from({ length: random.below(4) }, () => {
      const line = { count: maybe(whole()), price: maybe((random.below(200_000) - 100_000) / 100) }
      return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined))
    }),
  }
  return { no, ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined)) }
}

/** A random entity that the checker accepts; only formulas that nest too deeply are made again. */
function acceptedEntity(random: Random): Entity {
  for (;;) {
    const entity = randomEntity(random)
    const found = checkDocuments(demoFiles({ 'entities/demo/randomSample.json': entity }), known).diagnostics
    if (found.some(({ code }) => code === 'limit')) continue
    expect(found).toEqual([])
    return entity
  }
}

const decimalsOf = (property: Property | undefined) => (property?.type === 'integer' ? 0 : (property?.['x-decimals'] ?? 0))

/** The record with the results as the independent model has them. */
function byModel(entity: Entity, record: RecordValues): RecordValues {
  const resultOf = (property: Property | undefined, row: RecordValues) => {
    const value = modelValue(property?.['x-formula'], row)
    return typeof value === 'object' && value !== null
      ? numberOf(roundDecimal(value satisfies Decimal, decimalsOf(property)))
      : value || null
  }
  const { lines, result, further, day, words } = entity.properties
  const made = lines?.items?.properties?.made
  const whole: RecordValues = {
    ...record,
    lines: (record.lines as readonly RecordValues[]).map((line) => {
      const value = resultOf(made, line)
      return value === null ? line : { ...line, made: value }
    }),
  }
  whole.result = resultOf(result, whole)
  whole.further = resultOf(further, whole)
  whole.day = resultOf(day, whole)
  whole.words = resultOf(words, whole)
  return whole
}

const outcomes = ({ lines, result, further, day, words }: RecordValues) => ({ lines, result, further, day, words })

describe('random formulas of random records', () => {
  let db: Database
  let close: () => Promise<void>
  let engine: RecordsEngine
  let entity: Entity
  beforeAll(async () => {
    ;({ db, close } = await openMemoryDatabase(createRecordTables))
    const reportFailure = (error: unknown) => {
      throw error
    }
    engine = createRecordsEngine({ findEntity: () => entity, findOptions: async () => undefined, reportFailure }).engine
  }, 180_000)
  afterAll(() => close())

  it.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    'random formulas mean the same to form, server, lists and model: seed %i',
    async (seed) => {
      const random = createRandom(seed)
      entity = acceptedEntity(random)
      await runScript(db, 'delete from record_document')
      const screen = resolveScreen(
        {
          uri: '/_test/random',
          title: '樣本',
          entity: entity.name,
          list: { columns: ['no', 'result'], filters: ['result'], totals: ['result'] },
        },
        new Map([[entity.name, entity]]),
      )
      const form = resolveForm('create', { uri: '/_test/orders' }, entity)
      const call: RecordCall = { actor: actorOf('amy'), screen: null, entity: entity.name, now, db }
      const expected: RecordValues[] = []
      for (let index = 0; index < 6; index += 1) {
        const record = randomRecord(random, `N${index}`)
        const model = byModel(entity, record)
        expect(outcomes(withFormulas(formulasOf(form.formulas ?? {}), record) as RecordValues)).toEqual(outcomes(model))
        const { id } = await engine.create(call, record)
        expect(outcomes(await engine.get(call, id))).toEqual(outcomes(model))
        expected.push(model)
      }
      const results = expected.flatMap(({ result }) => (typeof result === 'number' ? [result] : []))
      const list = { ...call, screen, actor: { ...call.actor, permissions: new Set(['test.random.view']) } }
      const query = {
        filters: [],
        alternatives: [],
        search: '',
        sort: [{ field: 'result', direction: 'asc' as const }],
        pageIndex: 0,
        pageSize: 25,
        view: null,
      }
      const page = await engine.list(list, query)
      expect(page.rows.flatMap(({ result }) => (typeof result === 'number' ? [result] : []))).toEqual(
        [...results].sort((left, right) => left - right),
      )
      const sum = results
        .map((value) => modelValue(value, {}) as Decimal)
        .reduce((left, right) => modelValue({ $add: [numberOf(left), numberOf(right)] }, {}) as Decimal, { units: 0n, scale: 0 })
      expect(page.totals.result ?? 0).toBe(numberOf(sum))
      for (const value of results.slice(0, 2)) {
        const found = await engine.list(list, { ...query, filters: [{ field: 'result', op: 'between', values: [value, value] }] })
        expect(found.totalCount).toBe(results.filter((one) => one === value).length)
      }
    },
  )
})
