import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js'
import { render } from '@testing-library/react'
import { _ } from 'ajv'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { DialogProvider } from '../../client/dialogs/DialogProvider.tsx'
import { HttpProvider } from '../../client/http/HttpContext.tsx'
import type { HttpCall, HttpClient } from '../../client/http/httpClient.ts'
import { enterSessionAtom } from '../../client/session/sessionAtoms.ts'
import { assertSchema } from '../../language/record/assertSchema.ts'
import type { PlainSchema, ResolvedInput, ResolvedScreen } from '../../language/resolved.ts'
import { formats } from '../../rules/formats.ts'
import { InputDialogContext } from '../actions/dialogs/InputDialogContext.ts'
import { type TestAnswers, testHttp } from '../widgets/testing.tsx'
import { InputDialog } from './InputDialog.tsx'
import { type ImportValidator, ValidatorImportContext, type ValidatorModule } from './validation/validators.ts'

vi.setConfig({ testTimeout: 30_000 })

// jsdom has no media queries, but the drawer asks for the width of the window.
window.matchMedia ??= (media) =>
  ({
    ...new EventTarget(),
    media,
    matches: false,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as unknown as MediaQueryList

/** Compiles a schema to the module that the server would send. `Function` runs its code here, as the browser runs a module. */
export function compileModule(schema: PlainSchema): ValidatorModule {
  assertSchema(schema)
  const code = compileSchemaValidatorsCode(schema, {
    customFormats: formats,
    ajvOptionsOverrides: { validateSchema: false, code: { lines: false, formats: _`require("app/formats")` } },
  })
  return { default: new Function('require', `const exports={};${code}\nreturn exports`) as ValidatorModule['default'] }
}

/** Finds the schema of a hash among the forms of a screen, like the server. */
function importerOf(schemas: ReadonlyMap<string, PlainSchema>): ImportValidator {
  return async (hash) => {
    const schema = schemas.get(hash)
    if (!schema) throw new Error(`No form has the validator ${hash}`)
    return compileModule(schema)
  }
}

/** Records the calls of `send`, and answers them with the handler. */
export interface FormServer {
  readonly client: HttpClient
  readonly calls: HttpCall[]
}

export type AnswerCall = (call: HttpCall) => { readonly data: unknown; readonly messageCode: string | null; readonly messageText?: string }

/** A fake server; the handler throws an HttpProblem to refuse a call. */
export function formServer(answer: AnswerCall, answers: TestAnswers = {}): FormServer {
  const calls: HttpCall[] = []
  const client: HttpClient = {
    ...testHttp(answers),
    send: async <T,>(call: HttpCall) => {
      calls.push(call)
      const { data, messageCode, messageText = null } = answer(call)
      return { data: data as T, messageCode, messageText }
    },
  }
  return { client, calls }
}

const staff = {
  sub: '1',
  name: 'admin',
  fullname: '系統管理員',
  email: 'admin@example.test',
  jobtitle: '',
  phone_number: '',
  roles: ['SYS_ADMIN'],
  ask_change_password: false,
  ask_warn_password: false,
  limitDate: '----/--/--',
  userType: '1',
  companyNo: '',
  companyName: '',
  companyType: '',
  rewardPointId: '',
  isEnabled: true,
}

/**
 * Renders a part of a form with the context that the console provides.
 *
 * @param user what the user may do; company '' for staff
 */
export function renderForm(
  content: ReactNode,
  server: FormServer,
  sources: readonly (ResolvedScreen | ResolvedInput)[],
  { permissions = [], companyNo = '' }: { readonly permissions?: readonly string[]; readonly companyNo?: string } = {},
) {
  const store = createStore()
  store.set(enterSessionAtom, { ...staff, companyNo }, permissions)
  const forms = sources.flatMap((source): readonly Pick<ResolvedInput, 'schema' | 'validator'>[] =>
    'forms' in source ? Object.values(source.forms) : [source],
  )
  const importer = importerOf(new Map(forms.map((form) => [form.validator, form.schema])))
  const wrap = (inner: ReactNode) => (
    <Provider store={store}>
      <MemoryRouter>
        <HttpProvider client={server.client}>
          <DialogProvider>
            <InputDialogContext value={InputDialog}>
              <ValidatorImportContext value={importer}>{inner}</ValidatorImportContext>
            </InputDialogContext>
          </DialogProvider>
        </HttpProvider>
      </MemoryRouter>
    </Provider>
  )
  return render(wrap(content))
}
