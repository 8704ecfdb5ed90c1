import { useId } from 'react'
import type { ResolvedFilter } from '../../../../language/resolved.ts'
import { FilterControl } from '../FilterControl.tsx'
import type { FilterDraft } from '../filterDraft.ts'
import { type ConditionDraft, controlFilter, newCondition, opName, opsOf } from './alternativesDraft.ts'

interface ConditionRowProps {
  readonly condition: ConditionDraft
  readonly offered: readonly ResolvedFilter[]
  /** All conditions of the group: options may depend on another of them. */
  readonly group: readonly ConditionDraft[]
  readonly place: number
  readonly problem: string | undefined
  readonly onChange: (condition: ConditionDraft) => void
  readonly onRemove: () => void
}

export function ConditionRow({ condition, offered, group, place, problem, onChange, onRemove }: ConditionRowProps) {
  const id = useId()
  const filter = offered.find(({ field }) => field === condition.field)
  if (filter === undefined) return null
  const problemId = problem === undefined ? undefined : `${id}-problem`
  const others: FilterDraft = Object.assign({}, ...group.filter((one) => one.id !== condition.id).map(({ texts }) => texts))
  const choose = (field: string) => {
    const chosen = offered.find((one) => one.field === field)
    if (chosen !== undefined) onChange({ ...newCondition(chosen), id: condition.id })
  }
  const setOp = (text: string) => {
    const op = opsOf(filter).find((one) => one === text)
    // A range and one value are kept in different controls.
    if (op !== undefined) onChange({ ...condition, op, texts: (op === 'between') === (condition.op === 'between') ? condition.texts : {} })
  }
  const name = `第 ${place + 1} 項`
  return (
    <div className="list-condition mb-3">
      <Choice label={`${name}欄位`} value={condition.field} options={offered.map(({ field, title }) => [field, title])} onChange={choose} />
      <Choice label={`${name}比較`} value={condition.op} options={opsOf(filter).map((op) => [op, opName(filter, op)])} onChange={setOp} />
      <div>
        <label htmlFor={id} className="visually-hidden">
          {filter.title}
        </label>
        <FilterControl
          id={id}
          filter={controlFilter(filter, condition.op)}
          draft={{ ...others, ...condition.texts }}
          problemId={problemId}
          onChange={(param, texts) => onChange({ ...condition, texts: { ...condition.texts, [param]: texts } })}
        />
        {problem !== undefined && (
          <div id={problemId} className="text-danger small" role="alert">
            {problem}
          </div>
        )}
      </div>
      <button type="button" className="btn-close" aria-label={`移除${name}條件`} onClick={onRemove} />
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  /** Values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select className="form-select form-select-sm" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {options.map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  )
}
