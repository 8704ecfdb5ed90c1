import { expect, it } from 'vitest'
import { type FormDefinition, inputDefinition } from '../../src/interpreter/form/values/formDefinition.ts'
import { shownFormulas, wholeValues } from '../../src/interpreter/form/values/formValues.ts'
import { lonelyTexts } from '../../src/interpreter/form/values/lonelyTexts.ts'
import { dictionaryArgument } from '../../src/interpreter/shared/labels/dictionaryArgument.ts'
import { fieldStates } from '../../src/language/record/fieldStates.ts'
import { shippedScreens } from './shipped.ts'

const user = { userName: 'maker', userType: '1', companyNo: null, roles: [], permissions: [] }
const scope = { user, now: { date: '2025-01-15', time: '10:00' }, row: {} }

/** What a form shows for its values, apart from the values themselves. */
function drawn(definition: FormDefinition, values: Readonly<Record<string, unknown>>) {
  const whole = wholeValues(definition, values, undefined)
  const states = fieldStates(definition.fields, whole, scope)
  const choices = Object.values(definition.fields).map((field) => dictionaryArgument(field, whole))
  return { states: [...states], choices, formulas: shownFormulas(definition, whole, states, undefined) }
}

const forms: readonly (readonly [string, FormDefinition])[] = shippedScreens.flatMap(([uri, screen]) => [
  ...Object.values(screen.forms).map((form) => [`${uri} ${form.name}`, form] as const),
  ...Object.entries(screen.actions).flatMap(([name, { input }]) =>
    input === undefined ? [] : [[`${uri} ${name}`, inputDefinition(input)] as const],
  ),
])

it('no shipped form shows something else when one of them is typed', () => {
  const typed = ['', 'A', '1', '2']
  let count = 0
  for (const [title, definition] of forms) {
    for (const others of ['1', '2', 'true']) {
      const filled = Object.fromEntries(Object.keys(definition.fields).map((name) => [name, others]))
      for (const name of lonelyTexts(definition)) {
        const shown = typed.map((text) => drawn(definition, { ...filled, [name]: text }))
        for (const one of shown) expect(one, `${title} ${name}`).toEqual(shown[0])
        count += 1
      }
    }
  }
  expect(count).toBeGreaterThan(500)
})
