import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import { ModalDialog } from '../../client/dialogs/ModalDialog.tsx'
import { areSingleKeysOn, switchSingleKeys } from './shortcutSetting.ts'
import { shortcuts } from './shortcuts.ts'

/** The list of keys, and the switch for those that are one key alone. */
export default function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  const change = (on: boolean) => {
    switchSingleKeys(on)
    setOn(on)
  }
  return (
    <ModalDialog
      title="鍵盤快速鍵"
      show
      onConfirm={onClose}
      onCancel={onClose}
      footer={
        <Button variant="outline-secondary" onClick={onClose}>
          關閉
        </Button>
      }
    >
      <table className="table table-sm">
        <caption className="visually-hidden">鍵盤快速鍵</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">按鍵</th>
            <th scope="col">作用</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(({ key, caps, title }) => (
            <tr key={key}>
              <th scope="row" className="text-nowrap">
                <kbd>{caps}</kbd>
              </th>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form.Check
        type="switch"
        id="single-keys"
        label="使用單鍵快速鍵（關閉後仍可使用 Ctrl + S）"
        checked={isOn}
        onChange={(event) => change(event.target.checked)}
      />
    </ModalDialog>
  )
}
