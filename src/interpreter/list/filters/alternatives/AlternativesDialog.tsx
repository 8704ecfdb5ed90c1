import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { ModalDialog } from '../../../../client/dialogs/ModalDialog.tsx'
import { useUserScope } from '../../../../client/session/useSession.ts'
import { type Alternative, alternativesMax } from '../../../../language/query/listQueryFilters.ts'
import type { ResolvedList } from '../../../../language/resolved.ts'
import { type ConditionProblems, combinedFilters, draftsOf, type GroupDraft, newGroup, submitGroups } from './alternativesDraft.ts'
import { ConditionGroup } from './ConditionGroup.tsx'

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
            <ConditionGroup
              number={index + 1}
              conditions={conditions}
              offered={offered}
              first={first}
              problems={problems}
              onChange={(changed) => setGroups(groups.map((group) => (group.id === id ? { ...group, conditions: changed } : group)))}
              onCorrect={(corrected) => setProblems(({ [corrected]: _problem, ...others }) => others)}
              onRemove={() => setGroups(groups.filter((group) => group.id !== id))}
            />
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
