import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormDialog, type FormDialogProps } from './FormDialog.tsx'
import { type AnswerCall, type FormServer, renderForm } from './testing.tsx'
import { shopDictionaries, shopForm, shopScreen } from './testScreens.ts'

/** The record that the server has. */
export const stored = {
  id: 7,
  rowVersion: 3,
  shopNo: 'S007',
  name: '信義店',
  taxNumber: null,
  kind: '2',
  parentNo: 'S001',
  account: '****1234',
  members: [],
  status: '2',
}

export const dictionaries = { dictionaries: shopDictionaries }
/** Answers a write with what was written. */
export const echo: AnswerCall = ({ method, body }) => ({
  data: method === 'GET' ? stored : { ...stored, ...(body as object) },
  messageCode: method === 'POST' ? 'M01' : method === 'PUT' ? 'M02' : null,
})

/** Opens a form of the shop; what it saved, and whether it was closed, can be read from the result. */
export function openDialog(name: 'create' | 'edit' | 'view', server: FormServer, props: Partial<FormDialogProps> = {}) {
  const saved: unknown[] = []
  const closed: true[] = []
  const dialog = (
    <FormDialog
      screen={shopScreen}
      form={shopForm(name)}
      {...(name === 'create' ? {} : { recordId: 7 })}
      onClose={() => closed.push(true)}
      onSaved={(record) => saved.push(record)}
      {...props}
    />
  )
  const inputs = Object.values(shopScreen.actions).flatMap((action) => action.input ?? [])
  const view = renderForm(dialog, server, [shopScreen, ...inputs], { permissions: ['test.shops.reject', 'test.shops.delete'] })
  return { saved, closed, unmount: view.unmount }
}

export const confirm = () => userEvent.click(screen.getByRole('button', { name: '確定' }))
export const field = (name: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
