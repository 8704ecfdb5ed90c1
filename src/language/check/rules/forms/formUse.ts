import type { ScreenContext } from '../../../catalog/known.ts'
import type { Entity } from '../../../documents/entity.ts'
import type { Form, Screen } from '../../../documents/screen.ts'
import { dictionaryOf, findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { withSuggestion } from '../../../findings/suggest.ts'
import { fieldsOf } from '../../../predicate/predicatePaths.ts'
import { defaultForms, type FormSource, layoutFields, readFormSource } from '../../../resolve/formSource.ts'
import { checkRepeated } from '../../fieldRule.ts'
import { followsExtends } from './formShape.ts'

/** Checks that settings of a form are about its own fields, and that the fields on which others depend are in the form. */
export function formUse({ screen, entity }: ScreenContext): readonly Finding[] {
  return Object.entries(screen.forms ?? {}).flatMap(([name, form]) => {
    if (!followsExtends(name, screen)) return []
    const place = ['forms', name]
    const source = readFormSource(name, screen, entity)
    return [
      ...checkMode(name, form, source, place),
      ...checkKeys(form, layoutFields(source.layout), place, entity),
      ...checkOmitted(name, screen, entity),
      ...checkTitles(form, place),
      ...checkActions(form, source, place),
      ...(source.mode === 'view' ? [] : checkDependencies(source, form, place, entity)),
    ]
  })
}

function checkMode(name: string, form: Form, source: FormSource, place: Place): readonly Finding[] {
  const named = defaultForms.find((mode) => mode === name)
  if (named !== undefined) {
    if (source.mode === named) return []
    return [{ place: [...place, 'mode'], code: 'form-mode', message: `名為 ${name} 的表單，mode 只能是 ${named}；請改用其他名稱` }]
  }
  if (form.mode !== undefined || form.extends !== undefined) return []
  return [{ place, at: 'key', code: 'missing-key', message: `表單「${name}」須有 mode（create、edit 或 view），或以 extends 沿用其他表單` }]
}

function checkKeys(form: Form, fields: readonly string[], place: Place, entity: Entity): readonly Finding[] {
  const outside = (['when', 'onHidden', 'ui'] as const).flatMap((key) =>
    Object.keys(form[key] ?? {}).flatMap((field): readonly Finding[] =>
      fields.includes(field) || findProperty(entity, field) === undefined
        ? []
        : [
            {
              place: [...place, key, field],
              at: 'key',
              code: 'field-not-in-form',
              message: `欄位「${field}」不在此表單的版面中，寫了也沒有作用；請加入 fields、groups 或 tabs`,
              ...withSuggestion(field, fields),
            },
          ],
    ),
  )
  const neverHidden = Object.keys(form.onHidden ?? {}).flatMap((field): readonly Finding[] =>
    form.when?.[field]?.visible !== undefined || entity.when?.[field]?.visible !== undefined || !fields.includes(field)
      ? []
      : [
          {
            place: [...place, 'onHidden', field],
            at: 'key',
            severity: 'warning',
            code: 'never-hidden',
            message: `欄位「${field}」沒有 visible 條件，永遠不會隱藏，onHidden 沒有作用`,
          },
        ],
  )
  return [...outside, ...(form.extends === undefined ? neverHidden : [])]
}

/** Leaving out a field that is not there is a mistake. */
function checkOmitted(name: string, screen: Screen, entity: Entity): readonly Finding[] {
  const form = screen.forms?.[name]
  if (form?.omit === undefined) return []
  const { omit, ...whole } = form
  const fields = layoutFields(readFormSource(name, { forms: { ...screen.forms, [name]: whole } }, entity).layout)
  return omit.flatMap((field, index): readonly Finding[] =>
    fields.includes(field) || findProperty(entity, field) === undefined
      ? []
      : [
          {
            place: ['forms', name, 'omit', index],
            code: 'field-not-in-form',
            message: `欄位「${field}」本來就不在表單中，不必列在 omit`,
            ...withSuggestion(field, fields),
          },
        ],
  )
}

/** Buttons in a footer need a record, which a create form does not have yet. */
function checkActions(form: Form, source: FormSource, place: Place): readonly Finding[] {
  if (source.mode !== 'create' || form.actions === undefined) return []
  return [
    {
      place: [...place, 'actions'],
      at: 'key',
      code: 'action-not-here',
      message: '新增表單還沒有資料，不能放 actions；請放在 edit 或 view',
    },
  ]
}

/** Tabs and cards need different titles, so that users and the page can tell them apart. */
function checkTitles(form: Form, place: Place): readonly Finding[] {
  const tabs = (form.tabs ?? []).map((tab) => tab.title)
  const groups = (form.groups ?? []).map((group) => group.title)
  return [
    ...checkRepeated(tabs, (index) => [...place, 'tabs', index, 'title'], '頁籤標題'),
    ...checkRepeated(groups, (index) => [...place, 'groups', index, 'title'], '區塊標題'),
  ]
}

function checkDependencies(source: FormSource, form: Form, place: Place, entity: Entity): readonly Finding[] {
  const fields = layoutFields(source.layout)
  const dictionaries = fields.flatMap((field): readonly Finding[] => {
    const property = findProperty(entity, field)
    const argument = (property && dictionaryOf(property)?.strArg) ?? form.ui?.[field]?.options?.source?.split('=')[1]
    const needed = argument?.startsWith('form.') ? argument.slice('form.'.length) : undefined
    if (needed === undefined || fields.includes(needed) || property?.['x-computed']) return []
    const message = `欄位「${field}」的選項由「${needed}」決定，但「${needed}」不在表單「${source.name}」中，選項永遠是空的`
    return [{ place, at: 'key', severity: 'warning', code: 'field-not-in-form', message }]
  })
  const conditions = Object.entries(form.when ?? {}).flatMap(([field, states]) =>
    (['visible', 'required', 'readonly'] as const).flatMap((kind) =>
      fieldsOf(states[kind], 'form').flatMap((needed): readonly Finding[] =>
        fields.includes(needed) || findProperty(entity, needed) === undefined
          ? []
          : [
              {
                place: [...place, 'when', field, kind],
                severity: 'warning',
                code: 'field-not-in-form',
                message: `條件看的欄位「${needed}」不在此表單中，條件永遠不成立；已儲存的值請用 row.${needed}`,
              },
            ],
      ),
    ),
  )
  return [...dictionaries, ...conditions]
}
