import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import equal from 'ajv/dist/runtime/equal.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import { createContext } from 'react'
import type { ResolvedForm } from '../../../language/resolved.ts'
import { formats } from '../../../rules/formats.ts'
import type { FormDefinition } from '../values/formDefinition.ts'

type CompiledFunctions = Parameters<typeof createPrecompiledValidator>[0]

/** Module at `/api/screens/validators/{hash}.js`: a function that takes `require` and returns the compiled functions. */
export interface ValidatorModule {
  readonly default: (require: (id: string) => unknown) => unknown
}

/** Loads a compiled validator by its content hash. */
export type ImportValidator = (hash: string) => Promise<ValidatorModule>

/** Validators are loaded as modules, because the policy `script-src 'self'` allows code from our own server, but not `eval`. */
const importFromServer: ImportValidator = (hash) => import(/* @vite-ignore */ `/api/screens/validators/${encodeURIComponent(hash)}.js`)

/** Loads the validators of forms; tests provide another importer. */
export const ValidatorImportContext = createContext<ImportValidator>(importFromServer)

/** Loads the validators of the forms that open without a record, so that they are drawn with their window. Failures show when one opens. */
export async function warmValidators(forms: readonly ResolvedForm[]): Promise<void> {
  const blank = forms.filter(({ mode }) => mode === 'create')
  await Promise.allSettled(blank.map((form) => loadValidator(form, importFromServer)))
}

/** The modules that compiled code may require. A CommonJS module is at `default` in every bundler. */
const requirable: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: callable(equal) },
  'ajv/dist/runtime/ucs2length': { default: callable(ucs2length) },
  'app/formats': formats,
}

const loaded = new Map<string, Promise<ValidatorType>>()
const ready = new Map<string, ValidatorType>()

/** The validator of a form that was loaded before; otherwise null. */
export const readyValidator = ({ validator }: Pick<FormDefinition, 'validator'>): ValidatorType | null => ready.get(validator) ?? null

/**
 * The validator of a form, compiled by the server and loaded once per content hash. After a failure the next call tries again. @throws when
 * the module cannot be loaded or does not match the schema
 */
export function loadValidator(definition: Pick<FormDefinition, 'schema' | 'validator'>, importer: ImportValidator): Promise<ValidatorType> {
  const known = loaded.get(definition.validator)
  if (known) return known
  const loading = importer(definition.validator).then((module) =>
    createPrecompiledValidator(module.default(requireRuntime) as CompiledFunctions, definition.schema as RJSFSchema),
  )
  loaded.set(definition.validator, loading)
  loading.then(
    (validator) => ready.set(definition.validator, validator),
    () => loaded.delete(definition.validator),
  )
  return loading
}

function requireRuntime(id: string): unknown {
  if (!Object.hasOwn(requirable, id)) throw new Error(`A compiled validator requires an unknown module: ${id}`)
  return requirable[id]
}

function callable(module: unknown): unknown {
  return typeof module === 'function' ? module : (module as { readonly default: unknown }).default
}
