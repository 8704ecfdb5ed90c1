import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import InputGroup from 'react-bootstrap/InputGroup'
import { Icon } from '../../../client/parts/Icon.tsx'
import { controlAttributes, textOf, type WidgetProps } from '../widget.ts'

/** A password, hidden until the user wants to see it. */
export function PasswordWidget(props: WidgetProps) {
  const { value, onChange, disabled, invalid } = props
  const [isShown, setShown] = useState(false)
  return (
    <InputGroup hasValidation>
      <Form.Control
        {...controlAttributes(props)}
        type={isShown ? 'text' : 'password'}
        value={textOf(value)}
        disabled={disabled}
        isInvalid={invalid}
        autoComplete="new-password"
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
      <Button
        variant="outline-secondary"
        aria-label={isShown ? '隱藏密碼' : '顯示密碼'}
        aria-pressed={isShown}
        disabled={disabled}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'visibility_off' : 'visibility'} />
      </Button>
    </InputGroup>
  )
}
