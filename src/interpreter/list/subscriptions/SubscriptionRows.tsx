import { Link } from 'react-router-dom'
import type { Subscription } from '../../../answers/subscriptions.ts'
import { useConfirm } from '../../../client/dialogs/DialogProvider.tsx'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { notify } from '../../../client/notices.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { draftOf } from './subscriptionDraft.ts'
import { contentsText, lastText, timeText } from './subscriptionTexts.ts'

interface SubscriptionRowsProps {
  readonly rows: readonly Subscription[]
  /** The screen that is open; those of others are changed on theirs. */
  readonly screen: ResolvedScreen
  readonly onEdit: (subscription: Subscription) => void
  readonly onChanged: () => void
}

/** The subscriptions of the user, those of the open screen first. */
export function SubscriptionRows({ rows, screen, onEdit, onChanged }: SubscriptionRowsProps) {
  if (rows.length === 0) return <EmptyState text="尚未設定任何定期寄送。" />
  const own = rows.filter(({ uri }) => uri === screen.uri)
  const others = rows.filter(({ uri }) => uri !== screen.uri)
  return (
    <ul className="list-group">
      {[...own, ...others].map((row) => (
        <SubscriptionRow
          key={row.id}
          row={row}
          openScreen={row.uri === screen.uri ? screen : null}
          onEdit={() => onEdit(row)}
          onChanged={onChanged}
        />
      ))}
    </ul>
  )
}

interface SubscriptionRowProps {
  readonly row: Subscription
  /** Null when the row is of another screen. */
  readonly openScreen: ResolvedScreen | null
  readonly onEdit: () => void
  readonly onChanged: () => void
}

function SubscriptionRow({ row, openScreen, onEdit, onChanged }: SubscriptionRowProps) {
  const isHere = openScreen !== null
  const { id, title, uri, screenTitle, isEnabled, nextAt, problem, rowVersion } = row
  const confirm = useConfirm()
  const { send, isSending } = useSend()
  const url = `/api/subscriptions/${id}`
  const run = (work: (http: HttpClient) => Promise<unknown>) => void send(work).then(onChanged)
  const remove = async () => {
    if (await confirm('確定要刪除這項定期寄送嗎？', title)) run((http) => http.delete(url))
  }
  const change = () => run((http) => http.put(url, { ...draftOf(row), isEnabled: !isEnabled, rowVersion }))
  const sendNow = () =>
    run(async (http) => {
      await http.post(`${url}/send`, undefined)
      notify.success('已排入寄送，約一分鐘內寄出。')
    })
  const shared = { of: title, disabled: isSending }
  return (
    <li className="list-group-item">
      <div className="d-flex flex-wrap align-items-baseline column-gap-2">
        <span className="fw-bold text-break">{title}</span>
        {!isEnabled && <span className="badge text-bg-secondary">已停用</span>}
        {!isHere &&
          (screenTitle === null ? <span className="text-body-secondary">畫面已無法開啟</span> : <Link to={uri}>{screenTitle}</Link>)}
      </div>
      <div>{contentsText(row, openScreen?.list.filters ?? [])}</div>
      <div className="small text-body-secondary text-break">
        {isEnabled && `下次 ${timeText(nextAt)}；`}
        <span className={problem === null ? undefined : 'text-danger'}>{lastText(row)}</span>
      </div>
      <div className="d-flex flex-wrap gap-2 mt-2">
        {isHere && <RowButton {...shared} label="修改" onClick={onEdit} />}
        {isEnabled && <RowButton {...shared} label="立即寄送" onClick={sendNow} />}
        <RowButton {...shared} label={isEnabled ? '停用' : '啟用'} onClick={change} />
        <RowButton {...shared} label="刪除" isDangerous onClick={() => void remove()} />
      </div>
    </li>
  )
}

interface RowButtonProps {
  readonly label: string
  /** Title of the subscription, for who cannot see the row around the button. */
  readonly of: string
  readonly isDangerous?: boolean
  readonly disabled: boolean
  readonly onClick: () => void
}

function RowButton({ label, of, isDangerous = false, disabled, onClick }: RowButtonProps) {
  const look = isDangerous ? 'btn-outline-danger' : 'btn-outline-secondary'
  return (
    <button type="button" className={`btn btn-sm ${look}`} disabled={disabled} onClick={onClick} aria-label={`${label}「${of}」`}>
      {label}
    </button>
  )
}
