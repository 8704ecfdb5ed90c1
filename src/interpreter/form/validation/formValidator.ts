import { type RJSFSchema, type RJSFValidationError, toErrorSchema, type ValidatorType } from '@rjsf/utils'
import { fieldStates, visibleValues } from '../../../language/record/fieldStates.ts'
import { localizeErrors, type SchemaError } from '../../../language/record/localize.ts'
import { validateRecord } from '../../../language/record/validateRecord.ts'
import { withoutEmpty } from '../../../language/record/withoutEmpty.ts'
import { type FormDefinition, fieldOrder } from '../values/formDefinition.ts'
import type { FormScope, FormValues } from '../values/formScope.ts'
import { sameValue, wholeValues, withLockedRestored } from '../values/formValues.ts'
import { fieldOfProperty, placeInRows } from './fieldErrors.ts'

/**
 * The validator of an open form: the compiled schema, then the rules about several fields. Errors of hidden fields are left out; the others
 * are in reading order.
 *
 * It wraps the precompiled validator instead of using `customValidate` and `transformErrors`, because these do not see the values that an
 * error belongs to, and because RJSF fills defaults into empty fields before calling the former.
 *
 * @param judged the only fields whose errors count, of a form that is not filled in to its end yet; asked at each check, because RJSF keeps
 *   the first validator
 */
export function createFormValidator(
  compiled: ValidatorType,
  definition: FormDefinition,
  scope: FormScope,
  judged: () => ReadonlySet<string> | null = () => null,
): ValidatorType {
  const schema = definition.schema as RJSFSchema
  const order = fieldOrder(definition)
  const place = (path: string) => order.indexOf(fieldOfProperty(path))
  const row = (path: string) => placeInRows(path)?.row ?? -1
  return {
    isValid: (_schema, formData) => compiled.isValid(schema, formData, schema),
    rawValidation: (_schema, formData) => compiled.rawValidation(schema, formData),
    validateFormData: (formData) => {
      const { fields } = definition
      const entered = withLockedRestored(definition, (formData ?? {}) as FormValues, scope)
      const values = wholeValues(definition, entered, scope.row)
      const states = fieldStates(fields, values, scope)
      // A hidden value that is kept is sent, so it has to be good as well.
      const asked = judged()
      const isJudged = (name: string) =>
        (states.get(name)?.visible !== false || own(fields, name)?.onHidden === 'keep') && (asked === null || asked.has(name))
      const shown = withoutEmpty(visibleValues(fields, states, entered))
      const found = compiled.rawValidation<SchemaError>(schema, shown).errors ?? []
      const texts = { ...validateRecord(fields, values, scope), ...localizeErrors(found, fields, shown) }
      const errors = Object.entries(texts)
        .filter(([path]) => isJudged(fieldOfProperty(path)))
        .filter(([path]) => !isUntouchedMask(definition, path, entered, scope))
        .toSorted(([left], [right]) => place(left) - place(right) || row(left) - row(right))
        .map(([path, text]): RJSFValidationError => ({ property: `.${path}`, message: text, stack: text }))
      return { errors, errorSchema: toErrorSchema(errors) }
    },
  }
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** An unchanged masked value violates its own rules, but the server knows for what it stands. */
function isUntouchedMask({ fields }: FormDefinition, path: string, values: FormValues, { row }: FormScope): boolean {
  const name = fieldOfProperty(path)
  const field = own(fields, name)
  if (field?.property.items?.['x-mask'] !== undefined) {
    const place = placeInRows(path)
    const [shown, entered] = [row?.[name], values[name]]
    return place !== null && Array.isArray(shown) && Array.isArray(entered) && shown.includes(entered[place.row])
  }
  if (field?.property['x-mask'] === undefined && field?.widget !== 'secret') return false
  return row !== undefined && values[name] !== undefined && sameValue(values[name], row[name])
}
