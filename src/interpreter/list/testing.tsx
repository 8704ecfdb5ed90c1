import { screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { NoticeContainer } from '../../client/NoticeContainer.tsx'
import type { ResolvedAction, ResolvedInput } from '../../language/resolved.ts'
import { filterOf, formOf, screenOf } from '../../language/testing/screenFactory.ts'
import { InputDialogContext } from '../actions/dialogs/InputDialogContext.ts'
import { InputDialog } from '../form/InputDialog.tsx'
import { compileModule } from '../form/testing.tsx'
import { ValidatorImportContext } from '../form/validation/validators.ts'
import { createFakeHttp, type FakeServer } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ListView } from './ListView.tsx'

/** What the list has. */
export const rows = [
  { id: 1, name: '甲', status: 'open', rowVersion: 3 },
  { id: 2, name: '乙', status: 'closed', rowVersion: 5 },
]

/** A button that the console brings along. */
export const builtIn = (
  action: Extract<ResolvedAction, { kind: 'builtIn' }>['action'],
  part: Partial<ResolvedAction> = {},
): ResolvedAction => ({
  name: action,
  label: action,
  permission: `test.things.${action}`,
  tone: 'secondary',
  ...part,
  kind: 'builtIn',
  action,
})

const reason = { type: 'string', title: '退回原因' } as const
/** The input of a rejection: its reason. */
export const rejectInput: ResolvedInput = {
  title: '請輸入退回原因',
  schema: { type: 'object', properties: { reason }, required: ['reason'] },
  fields: {
    reason: {
      field: 'reason',
      title: '退回原因',
      widget: 'text',
      format: 'text',
      property: reason,
      ui: {},
      readonly: false,
      required: true,
      onHidden: 'keep',
    },
  },
  validator: 'reject',
  source: { properties: { reason } },
}

interface DrawOptions {
  readonly actions: readonly ResolvedAction[]
  readonly place: 'toolbar' | 'rowActions' | 'bulkActions'
  readonly permissions?: readonly string[]
  readonly server?: FakeServer
  readonly address?: string
}

/** Draws the list of two things with some actions in one place; the server answers what is not the list. */
export function drawActions({
  actions,
  place,
  permissions = actions.map((action) => action.permission),
  server,
  address = '/',
}: DrawOptions) {
  const http = createFakeHttp((call) => {
    if (call.path === '/api/test/things/0/25') return { totalCount: 2, pageIndex: 0, pageSize: 25, rows, totals: {} }
    return server?.(call) ?? {}
  })
  const names = actions.map((action) => action.name)
  const forms = { create: formOf({ name: 'create', mode: 'create' }), edit: formOf({ name: 'edit', mode: 'edit' }) }
  const screen = screenOf({ actions, forms, list: { [place]: names, filters: [filterOf({ field: 'name' })] } })
  const onChanged = vi.fn()
  const onOpenForm = vi.fn()
  const { unmount } = renderConsole(
    <ValidatorImportContext value={async () => compileModule(rejectInput.schema)}>
      <InputDialogContext value={InputDialog}>
        <ListView screen={screen} version={0} onChanged={onChanged} onOpenForm={onOpenForm} />
        <NoticeContainer app="console" />
      </InputDialogContext>
    </ValidatorImportContext>,
    { http, permissions, address },
  )
  return { http, onChanged, onOpenForm, screen, unmount, user: userEvent.setup() }
}

/** The cells of a row. */
export const rowNamed = async (name: string) => within((await page.findByText(name)).closest('tr') as HTMLElement)
