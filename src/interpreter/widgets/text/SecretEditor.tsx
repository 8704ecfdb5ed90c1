import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import InputGroup from 'react-bootstrap/InputGroup'
import { notify } from '../../../client/notices.ts'
import { useSend } from '../../../client/send/useSend.ts'
import { controlAttributes, textOf, type WidgetProps } from '../widget.ts'

/**
 * A key. A generated or typed one is readable and can be copied; later the server sends only its last characters. With the option
 * `generate` (`"GET /api/..."`) a button gets new keys from the server. Every member of the answer that is a field of the form is filled
 * in, so a key and its vector come together.
 */
export function SecretEditor(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid, setFields } = props
  const { isSending, send } = useSend()
  const generate = field.ui.options?.generate

  const handleGenerate = (path: string) => send(async (http) => setFields(await http.get<Readonly<Record<string, unknown>>>(path)))
  const handleCopy = async () => {
    await navigator.clipboard.writeText(textOf(value))
    notify.info('已複製。')
  }

  return (
    <InputGroup hasValidation>
      <Form.Control
        {...controlAttributes(props)}
        type="text"
        className="font-monospace"
        autoComplete="off"
        spellCheck={false}
        value={textOf(value)}
        disabled={disabled}
        isInvalid={invalid}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      {textOf(value) !== '' && 'clipboard' in navigator && (
        <Button variant="outline-secondary" onClick={() => void handleCopy()}>
          複製
        </Button>
      )}
      {generate !== undefined && !disabled && (
        <Button variant="outline-primary" disabled={isSending} onClick={() => void handleGenerate(generate.slice('GET '.length))}>
          產生
        </Button>
      )}
    </InputGroup>
  )
}
