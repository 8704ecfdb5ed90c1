import { useId } from 'react'
import Button from 'react-bootstrap/Button'
import type { ResolvedForm, ResolvedScreen } from '../../../language/resolved.ts'
import { waitingChangeOf } from '../../../rules/waitingChange.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { WaitingChangeNote } from '../../shared/values/WaitingChangeNote.tsx'
import { FormActions } from '../frame/FormActions.tsx'
import { FormFrameContext } from '../frame/FormFrameContext.ts'
import { ShellBody, ShellFooter } from '../frame/FormShell.tsx'
import { TabAddressContext } from '../frame/TabAddressContext.ts'
import { useFrame } from '../frame/useFrame.tsx'
import { useTabAddress } from '../frame/useTabAddress.ts'
import { FormerVersionContext } from './FormerVersionContext.ts'
import { RecordSteps, type RecordStepsProps } from './RecordSteps.tsx'
import { RecordView } from './RecordView.tsx'
import { useFormerVersion } from './useFormerVersion.ts'

interface ViewFormProps {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly record: ListRow
  /** The open view and its tab are part of the address. */
  readonly isAddressed: boolean
  /** An action has changed the record, which is being reloaded; until then no other action is possible. */
  readonly isReloading?: boolean
  /** The list around the record, for going to the previous and next one. */
  readonly steps?: Omit<RecordStepsProps, 'recordId'>
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** The sums that the list shows before anybody chooses columns. All that some list of thirty can add up would push the record out of sight. */
function headlineOf({ list }: ResolvedScreen): readonly string[] {
  const hidden = new Set(list.columns.filter((column) => column.hidden).map(({ field }) => field))
  return list.totals.filter((field) => !hidden.has(field))
}

/** Shows a record with the actions that its state allows. */
export function ViewForm({ screen, form, record, isAddressed, isReloading = false, steps, onClose, onChanged, onDeleted }: ViewFormProps) {
  const tab = useTabAddress(isAddressed)
  const former = useFormerVersion(screen, record)
  const waiting = waitingChangeOf(record)
  const frame = useFrame({ formId: useId(), definition: form, record, disabled: true, screen })
  return (
    <FormFrameContext value={frame}>
      <ShellBody isText>
        <TabAddressContext value={tab}>
          <FormerVersionContext value={former}>
            {waiting && <WaitingChangeNote waiting={waiting} />}
            <RecordView record={record} totals={headlineOf(screen)} />
          </FormerVersionContext>
        </TabAddressContext>
      </ShellBody>
      <ShellFooter>
        {steps && <RecordSteps {...steps} recordId={record.id} />}
        <FormActions screen={screen} form={form} record={record} isReloading={isReloading} onChanged={onChanged} onDeleted={onDeleted} />
        <Button variant="outline-secondary" onClick={onClose}>
          關閉
        </Button>
      </ShellFooter>
    </FormFrameContext>
  )
}
