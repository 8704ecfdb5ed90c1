import { atom, useAtom } from 'jotai'
import { useState } from 'react'
import type { AcceptedChange, DocumentImpact, LostFieldPlaces } from '../../answers/acceptedChanges.ts'
import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import { formatDateTime } from '../../client/format.ts'
import { useDocumentReport } from './useDocumentReport.ts'

/** The newest change that the user has read, until the page is loaded anew. */
const readUntil = atom('')

/** The newest changes of documents, with who is touched by them, and the button that opens them. */
export function AcceptedChanges() {
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useAtom(readUntil)
  const changes = useDocumentReport<AcceptedChange>('/api/screens/changes').filter(({ at }) => at > seen)
  if (changes.length === 0 && !isOpen) return null
  const close = () => setOpen(false)
  const markRead = () => {
    setSeen(changes[0]?.at ?? seen)
    close()
  }
  return (
    <>
      <button type="button" className="btn btn-sm btn-outline-secondary screen-diagnostics d-print-none" onClick={() => setOpen(true)}>
        畫面文件已更新 {changes.length} 次
      </button>
      <ModalDialog
        title="畫面文件的更新與影響"
        show={isOpen}
        size="lg"
        onConfirm={markRead}
        onCancel={close}
        footer={
          <button type="button" className="btn btn-primary" onClick={markRead}>
            知道了
          </button>
        }
      >
        {changes.map((change) => (
          <ChangeSection key={change.at} change={change} />
        ))}
      </ModalDialog>
    </>
  )
}

const kindTexts: { readonly [Kind in DocumentImpact['kind']]: string } = {
  screen: '畫面',
  entity: '實體',
  dictionary: '字典',
  dashboard: '儀表板',
}
const changeTexts: { readonly [Change in DocumentImpact['change']]: string } = { new: '（新增）', gone: '（刪除）', changed: '' }

function ChangeSection({ change: { at, parts, fields, roles } }: { readonly change: AcceptedChange }) {
  return (
    <section className="mb-4">
      <h3 className="h6 border-bottom pb-2">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </h3>
      {parts.map(({ kind, name, title, file, change, lines }) => (
        <Touched key={`${kind} ${name}`} title={`${kindTexts[kind]}「${title}」${changeTexts[change]}`} note={file} lines={lines} />
      ))}
      {fields.map((one) => (
        <LostField key={one.text} {...one} />
      ))}
      {roles.map(({ role, name, users, lines }) => (
        <Touched key={role} title={`角色「${name}」`} note={`${users} 位使用者`} lines={lines} />
      ))}
    </section>
  )
}

function LostField({ text, uses }: LostFieldPlaces) {
  return (
    <div className="mb-2">
      <div>{text}，原來的文件用到它的地方：</div>
      <ul className="mb-0">
        {uses.map(({ file, pointers }) => (
          <li key={file}>
            {file}
            {pointers.map((pointer) => (
              <code key={pointer} className="d-inline-block text-break ms-2">
                {pointer}
              </code>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface TouchedProps {
  readonly title: string
  readonly note: string
  readonly lines: readonly string[]
}

function Touched({ title, note, lines }: TouchedProps) {
  return (
    <div className="mb-2">
      <div>
        {title} <small className="text-body-secondary text-break">{note}</small>
      </div>
      {lines.length > 0 && (
        <ul className="mb-0">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
