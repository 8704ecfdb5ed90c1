import { useId } from 'react'
import Button from 'react-bootstrap/Button'
import type { ResolvedForm, ResolvedScreen } from '../../language/resolved.ts'
import { FormActions } from './FormActions.tsx'
import { FormFrameContext } from './FormFrameContext.ts'
import { ShellBody, ShellFooter } from './FormShell.tsx'
import type { FormValues } from './formScope.ts'
import { RecordView } from './RecordView.tsx'
import { useFrame } from './useFrame.tsx'

interface ViewFormProps {
  readonly screen: ResolvedScreen
  readonly form: ResolvedForm
  readonly record: FormValues
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** A record to read, with the actions that its state allows. */
export function ViewForm({ screen, form, record, onClose, onChanged, onDeleted }: ViewFormProps) {
  const frame = useFrame({ formId: useId(), definition: form, record, disabled: true, screen })
  return (
    <FormFrameContext value={frame}>
      <ShellBody isText>
        <RecordView record={record} />
      </ShellBody>
      <ShellFooter>
        <FormActions screen={screen} form={form} record={record} onChanged={onChanged} onDeleted={onDeleted} />
        <Button variant="outline-secondary" onClick={onClose}>
          關閉
        </Button>
      </ShellFooter>
    </FormFrameContext>
  )
}
