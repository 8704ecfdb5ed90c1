import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { ModalDialog } from '../../../../client/dialogs/ModalDialog.tsx'
import { useUserScope } from '../../../../client/session/useSession.ts'
import { type Alternative, alternativesMax, conditionsMax } from '../../../../language/listQueryFilters.ts'
import type { ResolvedList } from '../../../../language/resolved.ts'
import {
  type ConditionDraft,
  type ConditionProblems,
  combinedFilters,
  draftsOf,
  type GroupDraft,
  newCondition,
  newGroup,
  submitGroups,
} from './alternativesDraft.ts'
import { ConditionRow } from './ConditionRow.tsx'

interface AlternativesDialogProps {
  readonly list: ResolvedList
  readonly alternatives: readonly Alternative[]
  readonly onCancel: () => void
  readonly onConfirm: (alternatives: readonly Alternative[]) => void
}

/** 進階條件: groups of conditions, of which one has to hold besides the conditions of the bar. */
export function AlternativesDialog({ list, alternatives, onCancel, onConfirm }: AlternativesDialogProps) {
  const offered = combinedFilters(list.filters, useUserScope().companyNo !== null)
  const [first] = offered
  const [groups, setGroups] = useState<readonly GroupDraft[]>(() => {
    const drafts = draftsOf(alternatives, offered)
    return drafts.length > 0 || first === undefined ? drafts : [newGroup(first)]
  })
  const [problems, setProblems] = useState<ConditionProblems>({})
  if (first === undefined) return null
  const confirm = () => {
    const outcome = submitGroups(groups, offered)
    if ('problems' in outcome) setProblems(outcome.problems)
    else onConfirm(outcome.alternatives)
  }
  const setGroup = (id: string, conditions: readonly ConditionDraft[]) =>
    setGroups(groups.map((group) => (group.id === id ? { ...group, conditions } : group)))
  const footer = (
    <>
      <Button variant="link" className="me-auto" disabled={alternatives.length === 0} onClick={() => onConfirm([])}>
        清除進階條件
      </Button>
      <Button variant="outline-secondary" onClick={onCancel}>
        取消
      </Button>
      <Button onClick={confirm}>確定</Button>
    </>
  )
  return (
    <ModalDialog title="進階條件" show size="lg" onConfirm={confirm} onCancel={onCancel} footer={footer}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
      >
        <p className="text-body-secondary">在查詢條件之外，符合下列任一組的資料；同一組的條件須同時符合。</p>
        {groups.map(({ id, conditions }, index) => (
          <div key={id}>
            {index > 0 && <div className="text-center text-body-secondary my-2">或</div>}
            <fieldset className="border rounded p-3">
              <legend className="h6 float-none w-auto mb-2">第 {index + 1} 組</legend>
              {conditions.map((condition, place) => (
                <ConditionRow
                  key={condition.id}
                  condition={condition}
                  offered={offered}
                  group={conditions}
                  place={place}
                  problem={problems[condition.id]}
                  onChange={(changed) => {
                    setProblems(({ [changed.id]: _corrected, ...others }) => others)
                    setGroup(
                      id,
                      conditions.map((one) => (one.id === changed.id ? changed : one)),
                    )
                  }}
                  onRemove={() =>
                    setGroup(
                      id,
                      conditions.filter((one) => one.id !== condition.id),
                    )
                  }
                />
              ))}
              <div className="d-flex flex-wrap gap-2">
                <button
                  type="button"
                  className="btn btn-sm btn-outline-secondary"
                  disabled={conditions.length >= conditionsMax}
                  onClick={() => setGroup(id, [...conditions, newCondition(first)])}
                >
                  新增條件
                </button>
                <button
                  type="button"
                  className="btn btn-sm btn-link text-danger ms-auto"
                  onClick={() => setGroups(groups.filter((group) => group.id !== id))}
                >
                  移除第 {index + 1} 組
                </button>
              </div>
            </fieldset>
          </div>
        ))}
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary mt-3"
          disabled={groups.length >= alternativesMax}
          onClick={() => setGroups([...groups, newGroup(first)])}
        >
          {groups.length === 0 ? '新增一組' : '或，新增一組'}
        </button>
      </form>
    </ModalDialog>
  )
}
