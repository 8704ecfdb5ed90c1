import { describedBy, FieldNotes, RequiredMark } from '../../shared/form/FieldBox.tsx'
import { deliveryOptions } from './requestForm.ts'

interface DeliveryFieldProps {
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** How the points are delivered, with an explanation of each way. */
export function DeliveryField({ value, problem, onChange }: DeliveryFieldProps) {
  const { 'aria-describedby': notes } = describedBy('deliveryMethod', { problem })
  return (
    <fieldset id="deliveryMethod" className="field field-wide" aria-describedby={notes}>
      <legend>
        交付方式
        <RequiredMark />
      </legend>
      <div className="delivery-options">
        {deliveryOptions.map((option) => (
          <label key={option.key} className="delivery-option">
            <input
              type="radio"
              name="deliveryMethod"
              value={option.key}
              checked={option.key === value}
              onChange={() => onChange(option.key)}
            />
            <span>
              <strong>{option.value}</strong>
              <small>{option.note}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id="deliveryMethod" problem={problem} />
    </fieldset>
  )
}
