import { useState } from 'react'
import Form from 'react-bootstrap/Form'
import Table from 'react-bootstrap/Table'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import type { ResolvedField } from '../../../language/resolved.ts'
import { messages } from '../../../rules/messages.ts'
import { dictionaryArgument } from '../../shared/labels/dictionaryArgument.ts'
import { FieldValue } from '../../shared/values/FieldValue.tsx'
import type { FormDefinition } from '../values/formDefinition.ts'
import type { FormValues } from '../values/formScope.ts'
import type { Conflict } from './useSaving.ts'

interface ConflictDialogProps {
  readonly definition: FormDefinition
  readonly conflict: Conflict
  readonly onCancel: () => void
  /** The merged values, including the choices made. */
  readonly onResolved: (values: FormValues) => void
}

type Side = 'mine' | 'theirs'

/**
 * Two users changed the same record. Fields without a conflict are merged already; for each other field the user chooses a value. Nothing
 * is preselected, so that a hasty click loses nobody's input.
 */
export function ConflictDialog({ definition, conflict, onCancel, onResolved }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const { merge, mine, theirs } = conflict
  const isComplete = merge.clashes.every((name) => choices[name] !== undefined)
  const handleConfirm = () => {
    const chosen = merge.clashes.map((name) => [name, choices[name] === 'theirs' ? theirs[name] : mine[name]])
    onResolved({ ...merge.values, ...Object.fromEntries(chosen) })
  }
  return (
    <ModalDialog title={messages.M10} show size="lg" confirmDisabled={!isComplete} onConfirm={handleConfirm} onCancel={onCancel}>
      {merge.clashes.length > 0 && <p>下列欄位您與其他人員都修改過，請選擇要保留的內容。</p>}
      {merge.clashes.length > 0 && (
        <Table size="sm" className="align-middle">
          <thead>
            <tr>
              <th scope="col">欄位</th>
              <th scope="col">我的輸入</th>
              <th scope="col">其他人員的修改</th>
            </tr>
          </thead>
          <tbody>
            {fieldsOf(definition, merge.clashes).map((field) => (
              <tr key={field.field}>
                <th scope="row">{field.title}</th>
                {(['mine', 'theirs'] as const).map((side) => (
                  <td key={side} className="conflict-choice">
                    <Choice
                      field={field}
                      values={side === 'mine' ? mine : theirs}
                      side={side}
                      isChosen={choices[field.field] === side}
                      onChoose={() => setChoices({ ...choices, [field.field]: side })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {merge.theirs.length > 0 && (
        <p className="mb-0">
          已併入其他人員修改的欄位：
          {fieldsOf(definition, merge.theirs)
            .map((field) => field.title)
            .join('、')}
        </p>
      )}
      {merge.clashes.length === 0 && <p className="mb-0 mt-2">與您的輸入沒有衝突，按「確定」儲存合併後的內容。</p>}
    </ModalDialog>
  )
}

interface ChoiceProps {
  readonly field: ResolvedField
  readonly values: FormValues
  readonly side: Side
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Choice({ field, values, side, isChosen, onChoose }: ChoiceProps) {
  return (
    <Form.Check
      type="radio"
      id={`conflict_${field.field}_${side}`}
      name={`conflict_${field.field}`}
      checked={isChosen}
      onChange={onChoose}
      aria-label={`${field.title}：${side === 'mine' ? '我的輸入' : '其他人員的修改'}`}
      label={<FieldValue field={field} value={values[field.field]} strArg={dictionaryArgument(field, values)} />}
    />
  )
}

function fieldsOf(definition: FormDefinition, names: readonly string[]): readonly ResolvedField[] {
  return names.flatMap((name) => definition.fields[name] ?? [])
}
