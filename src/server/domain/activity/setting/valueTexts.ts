import type { FastifyInstance } from 'fastify'
import type { Property } from '../../../../language/documents/entity.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { historyTexts } from '../../../records/history/historyLabels.ts'
import type { RowOf } from '../../../records/hooks.ts'
import type { ChangedField } from './activityEvents.ts'
import { contentFields } from './activityRules.ts'

interface Kept {
  readonly field: string
  readonly kept: string | null
}

/** Stored texts of a campaign's fields as people read them: labels of options, dates, figures. In the same order. */
async function textsOf(app: FastifyInstance, db: Executor, values: readonly Kept[]): Promise<readonly string[]> {
  const { properties } = app.records.entity('activity')
  const propertyOf = (field: string): Property | undefined => (Object.hasOwn(properties, field) ? properties[field] : undefined)
  const find = (name: string, executor: Executor, keys: readonly string[]) => app.dictionaries.labels(name, executor, keys)
  return historyTexts(
    find,
    db,
    values.map(({ field, kept }) => ({ property: propertyOf(field), kept })),
  )
}

/** A changed field as people read it. */
interface ChangeText {
  readonly title: string
  readonly before: string
  readonly after: string
}

/** 異動內容 with labels. */
export async function changeTexts(app: FastifyInstance, db: Executor, changes: readonly ChangedField[]): Promise<readonly ChangeText[]> {
  const texts = await textsOf(
    app,
    db,
    changes.flatMap(({ field, before, after }) => [before, after].map((kept) => ({ field, kept }))),
  )
  return changes.map(({ title }, index) => ({ title, before: texts[2 * index] ?? '', after: texts[2 * index + 1] ?? '' }))
}

type HistoryRow = RowOf<'activityHistory'>

/** 活動歷程 with labels, and the snapshot of a version as rows of title and text. */
export async function historyRowTexts(app: FastifyInstance, db: Executor, rows: readonly HistoryRow[]): Promise<readonly HistoryRow[]> {
  const { properties } = app.records.entity('activity')
  const kept = rows.map(({ snapshot }) => (snapshot ?? null) as Readonly<Record<string, string>> | null)
  const fieldsOf = (content: Readonly<Record<string, string>>) => contentFields.filter((name) => Object.hasOwn(content, name))
  const values = rows.flatMap((row, index) => {
    const content = kept[index]
    const changed = [row.oldValue, row.newValue].map((value) => ({ field: row.field ?? '', kept: value }))
    return [...changed, ...(content ? fieldsOf(content).map((field) => ({ field, kept: content[field] ?? null })) : [])]
  })
  const texts = (await textsOf(app, db, values)).values()
  const next = () => texts.next().value ?? ''
  return rows.map((row, index) => {
    const content = kept[index]
    const oldValue = orNull(row.oldValue, next())
    const newValue = orNull(row.newValue, next())
    const snapshot = content ? fieldsOf(content).map((name) => ({ title: properties[name]?.title ?? name, value: next() })) : null
    return { ...row, oldValue, newValue, snapshot }
  })
}

function orNull(kept: string | null, text: string): string | null {
  return kept === null ? null : text
}
