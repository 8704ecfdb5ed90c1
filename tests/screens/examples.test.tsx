// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { InputDialogContext } from '../../src/interpreter/actions/dialogs/InputDialogContext.ts'
import { FormDialog } from '../../src/interpreter/form/FormDialog.tsx'
import { InputDialog } from '../../src/interpreter/form/InputDialog.tsx'
import { ValidatorImportContext } from '../../src/interpreter/form/validation/validators.ts'
import Screen from '../../src/interpreter/Screen.tsx'
import { renderConsole } from '../../src/interpreter/testing/renderConsole.tsx'
import { formatDiagnostic } from '../../src/language/findings/formatDiagnostic.ts'
import { parseListQuery } from '../../src/language/query/listQuery.ts'
import type { ResolvedFilter, ResolvedScreen } from '../../src/language/resolved.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { wholeSamples } from './drawScreen.tsx'
import {
  type Example,
  type ExampleServer,
  exampleNames,
  exampleNow,
  openExampleDatabase,
  readExample,
  serveExample,
  validatorsOf,
} from './exampleServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
afterEach(cleanup)

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  // Only the date is faked, because the database and the drawing library use real timers.
  vi.useFakeTimers({ now: exampleNow, toFake: ['Date'] })
  ;({ db, close } = await openExampleDatabase())
})
afterAll(async () => {
  vi.useRealTimers()
  await close()
})

describe.each(exampleNames)('the example %s', (name) => {
  const example: Example = readExample(name)
  const { screen } = example
  const shown = example.rows[screen.entity.name] ?? []
  /** A filter that such a list needs before it shows anything. */
  const [needed] = screen.list.needs?.fields ?? []
  const sight = needed === undefined ? '' : `${needed}=${String(shown[0]?.[needed])}`
  let server: ExampleServer
  beforeAll(async () => {
    server = await serveExample(example, db)
  })

  it('passes the checker without a warning', () =>
    expect(example.diagnostics.filter((one) => one.code !== 'schema-address').map(formatDiagnostic)).toEqual([]))

  it('draws its list with a button for every action', async () => {
    renderConsole(
      <ValidatorImportContext value={validatorsOf(screen)}>
        <Screen uri={screen.uri} />
      </ValidatorImportContext>,
      { http: server.http, permissions: [...server.actor.permissions], address: `${screen.uri}?${sight}` },
    )
    await page.findByRole('heading', { level: 1, name: screen.title })
    // A report has its own table besides the list's.
    const list = within(page.getByRole('region', { name: screen.title }))
    await waitFor(() => expect(list.queryByRole('table') ?? list.getByText(screen.list.empty)).toBeTruthy())
    for (const column of shown.length > 0 ? screen.list.columns.filter((one) => !one.hidden) : [])
      expect(list.getAllByRole('columnheader', { name: new RegExp(column.title.replace(/[()]/g, '.')) }).length).toBeGreaterThan(0)
    for (const button of screen.list.toolbar)
      expect(page.getAllByRole('button', { name: screen.actions[button]?.label ?? '' })).not.toEqual([])
    expect(page.queryByRole('alert')).toBeNull()
  })

  it('answers every filter, sort, view and the search', async () => {
    const call = { actor: server.actor, screen, entity: screen.entity.name, now: exampleNow, db }
    const addresses = [
      ...screen.list.views.map((view) => `view=${view.name}`),
      ...screen.list.columns.filter((column) => column.sortable).map((column) => `sort=${column.field}.desc`),
      ...(screen.list.searchTitles.length > 0 ? ['search=1'] : []),
      ...screen.list.filters.map(addressOf),
    ]
    for (const one of addresses) {
      const address = needed !== undefined && one.startsWith(`${needed}=`) ? one : `${one}&${sight}`
      const { query, problems } = parseListQuery(new URLSearchParams(address), screen.list)
      expect([address, problems]).toEqual([address, []])
      expect((await server.engine.list(call, query)).totalCount).toBeGreaterThanOrEqual(0)
    }
  })

  it.each(Object.values(screen.forms))('opens the form $name', async (form) => {
    const first = await firstRecord(server, screen)
    // Only code writes logs, so their example has no record to open.
    if (first === null && form.mode !== 'create') return expect(example.rows).toEqual({})
    const nothing = () => undefined
    renderConsole(
      <InputDialogContext value={InputDialog}>
        <ValidatorImportContext value={validatorsOf(screen)}>
          <FormDialog
            screen={screen}
            form={form}
            {...(form.mode === 'create' || first === null ? {} : { recordId: first })}
            onClose={nothing}
            onSaved={nothing}
          />
        </ValidatorImportContext>
      </InputDialogContext>,
      { http: server.http, permissions: [...server.actor.permissions] },
    )
    const container = form.open === 'page' ? document.body : await page.findByRole('dialog')
    // A stored record stands behind the title: 檢視分店：B001 台北。
    expect(await within(container).findByText((text) => text === form.title || text.startsWith(`${form.title}：`))).toBeTruthy()
    const visible = Object.values(form.fields).find((field) => field.conditions?.visible === undefined)
    if (visible) expect((await within(container).findAllByText(new RegExp(visible.title))).length).toBeGreaterThan(0)
    expect(page.queryByText(/系統忙碌|找不到/)).toBeNull()
  })
})

const samples: { readonly [K in ResolvedFilter['kind']]: string } = {
  text: '1',
  number: '3',
  boolean: 'true',
  date: '2026-02-01',
  dateTime: '2026-02-01',
  month: '202602',
  option: '1',
}

/** A filter with a value, as the address names it. */
function addressOf({ field, op, kind, choices, lookup }: ResolvedFilter): string {
  const value = encodeURIComponent(lookup ? wholeSamples[lookup.mask] : (choices?.[0] ?? samples[kind]))
  return op === 'between' ? `${field}From=${value}&${field}To=${value}` : `${field}=${value}`
}

/** Id of the first record that the screen shows. */
async function firstRecord({ engine, actor }: ExampleServer, screen: ResolvedScreen): Promise<number | null> {
  const { query } = parseListQuery(new URLSearchParams(), screen.list)
  const { rows } = await engine.list({ actor, screen, entity: screen.entity.name, now: exampleNow, db }, query)
  return rows[0] === undefined ? null : Number(rows[0].id)
}
