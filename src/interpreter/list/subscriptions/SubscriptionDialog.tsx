import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { useSearchParams } from 'react-router-dom'
import type { Subscription, Subscriptions } from '../../../answers/subscriptions.ts'
import { ModalDialog } from '../../../client/dialogs/ModalDialog.tsx'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import { groupParam } from '../../report/reportAddress.ts'
import { SubscriptionForm } from './SubscriptionForm.tsx'
import { SubscriptionRows } from './SubscriptionRows.tsx'
import { draftOf, newDraft, type ShownNow, type SubscriptionDraft } from './subscriptionDraft.ts'

interface SubscriptionDialogProps {
  readonly shown: Omit<ShownNow, 'group'>
  readonly onClose: () => void
}

const url = '/api/subscriptions'
/** The server keeps no more for one user. */
const most = 20

/** 定期寄送: what the user gets by mail, of this screen and of others, and the form for one of this screen. */
export function SubscriptionDialog({ shown: list, onClose }: SubscriptionDialogProps) {
  const [address] = useSearchParams()
  const shown = { ...list, group: list.screen.report?.tabs === undefined ? null : address.get(groupParam) }
  const { data, failure, reload } = useLoad((http, signal) => http.get<Subscriptions>(url, { signal }), [])
  const [edited, setEdited] = useState<Subscription | 'new' | null>(null)
  if (data === null) {
    return (
      <ModalDialog title="定期寄送" show size="lg" onConfirm={onClose} onCancel={onClose} footer={<CloseButton onClose={onClose} />}>
        {failure === null ? <Spinner /> : <LoadProblem failure={failure} onRetry={reload} />}
      </ModalDialog>
    )
  }
  const leave = () => {
    setEdited(null)
    reload()
  }
  if (edited !== null) return <EditDialog shown={shown} edited={edited} email={data.email} onLeave={leave} />
  const footer = (
    <>
      <CloseButton onClose={onClose} />
      <Button disabled={data.rows.length >= most} onClick={() => setEdited('new')}>
        新增定期寄送
      </Button>
    </>
  )
  return (
    <ModalDialog title="定期寄送" show size="lg" onConfirm={onClose} onCancel={onClose} footer={footer}>
      <p className="text-body-secondary">
        將清單或彙總做成檔案，按時寄到 {data.email}。每次以您當時的權限產生；密碼到期或帳號停用時不會寄送。
        {data.rows.length >= most && `已達 ${most} 項上限，請先刪除不需要的。`}
      </p>
      <SubscriptionRows rows={data.rows} screen={shown.screen} onEdit={setEdited} onChanged={reload} />
    </ModalDialog>
  )
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <Button variant="outline-secondary" onClick={onClose}>
      關閉
    </Button>
  )
}

interface EditDialogProps {
  readonly shown: ShownNow
  readonly edited: Subscription | 'new'
  readonly email: string
  readonly onLeave: () => void
}

function EditDialog({ shown, edited, email, onLeave }: EditDialogProps) {
  const [draft, setDraft] = useState<SubscriptionDraft>(() => (edited === 'new' ? newDraft(shown) : draftOf(edited)))
  const [isAttempted, setAttempted] = useState(false)
  const { send, isSending } = useSend()
  const save = async () => {
    setAttempted(true)
    const title = draft.title.trim()
    if (title === '') return
    const wanted = { ...draft, title }
    const isSaved = await send(async (http) => {
      if (edited === 'new') await http.post(url, { uri: shown.screen.uri, ...wanted })
      else await http.put(`${url}/${edited.id}`, { ...wanted, rowVersion: edited.rowVersion })
      return true
    })
    if (isSaved) onLeave()
  }
  return (
    <ModalDialog
      title={edited === 'new' ? '新增定期寄送' : '修改定期寄送'}
      show
      size="lg"
      confirmDisabled={isSending}
      onConfirm={() => void save()}
      onCancel={onLeave}
    >
      <SubscriptionForm
        draft={draft}
        shown={shown}
        email={email}
        isNew={edited === 'new'}
        isTitleMissing={isAttempted && draft.title.trim() === ''}
        onChange={setDraft}
        onSubmit={() => void save()}
      />
    </ModalDialog>
  )
}
