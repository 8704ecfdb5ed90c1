import type { ScreenContext } from '../../../catalog/known.ts'
import type { Form, Tab } from '../../../documents/screen.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { checkField, checkFieldKeys, checkFields, checkRepeated } from '../../fieldRule.ts'

/** Checks that every field named in a form exists and occurs once. */
export function formFields({ screen, entity }: ScreenContext): readonly Finding[] {
  return Object.entries(screen.forms ?? {}).flatMap(([name, form]) => {
    const place = ['forms', name]
    const fields = placedFields(form, place)
    return [
      ...fields.flatMap((field) => checkField(field.name, field.place, entity)),
      ...checkRepeated(
        fields.map((field) => field.name),
        (index) => fields[index]?.place ?? place,
        '欄位',
      ),
      ...checkFields(form.omit, [...place, 'omit'], entity),
      ...checkFieldKeys(form.when, [...place, 'when'], entity),
      ...checkFields(form.lock?.fields, [...place, 'lock', 'fields'], entity),
      ...checkFieldKeys(form.onHidden, [...place, 'onHidden'], entity),
      ...checkFieldKeys(form.ui, [...place, 'ui'], entity),
    ]
  })
}

interface PlacedField {
  readonly name: string
  readonly place: Place
}

function placedFields(part: Pick<Form, 'fields' | 'groups' | 'tabs'> | Tab, place: Place): readonly PlacedField[] {
  const list = (fields: readonly string[] | undefined, at: Place) => (fields ?? []).map((name, index) => ({ name, place: [...at, index] }))
  const groups = (part.groups ?? []).flatMap((group, index) => list(group.fields, [...place, 'groups', index, 'fields']))
  const tabs = 'tabs' in part ? (part.tabs ?? []).flatMap((tab, index) => placedFields(tab, [...place, 'tabs', index])) : []
  return [...list(part.fields, [...place, 'fields']), ...groups, ...tabs]
}
