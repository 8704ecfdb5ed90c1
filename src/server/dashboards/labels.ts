import type { FastifyInstance } from 'fastify'
import type { ResolvedColumn } from '../../language/resolved.ts'
import type { Actor } from '../platform/actor.ts'
import type { RecordValues } from '../records/hooks.ts'

type Labels = Readonly<Record<string, Readonly<Record<string, { readonly value: string; readonly tone?: string }>>>>

interface LabelReader {
  readonly app: Pick<FastifyInstance, 'documents' | 'dictionaries' | 'db'>
  readonly actor: Actor
}

/** Labels of the values in rows, so that a tile needs no dictionary of its own: a dictionary of all merchants for five of them. */
export async function labelsOf(
  { app: { documents, dictionaries, db }, actor }: LabelReader,
  columns: readonly ResolvedColumn[],
  rows: readonly RecordValues[],
): Promise<Labels> {
  const found: [field: string, labels: Labels[string]][] = []
  for (const { field, dictionary } of columns) {
    if (dictionary === undefined) continue
    const keys = [...new Set(rows.flatMap((row) => [row[field] ?? []].flat()).map(String))]
    const document = documents.current().dictionaries.get(dictionary.name)
    const named = document?.options.filter((option) => keys.includes(option.key))
    const labels = named?.map(({ key, value, tone }) => [key, tone === undefined ? { value } : { value, tone }] as const)
    const others =
      labels ?? [...(await dictionaries.labels(dictionary.name, db, keys, actor))].map(([key, value]) => [key, { value }] as const)
    found.push([field, Object.fromEntries(others.filter(([key]) => keys.includes(key)))])
  }
  return Object.fromEntries(found)
}
