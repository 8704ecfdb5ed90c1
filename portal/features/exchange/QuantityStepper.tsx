interface QuantityStepperProps {
  /** What is counted. */
  readonly name: string
  readonly quantity: number
  readonly canAdd: boolean
  readonly canRemove: boolean
  readonly onType: (typed: string) => void
  readonly onChange: (quantity: number) => void
}

export function QuantityStepper({ name, quantity, canAdd, canRemove, onType, onChange }: QuantityStepperProps) {
  return (
    <fieldset className="stepper">
      <legend className="visually-hidden">{name} 數量</legend>
      <button type="button" aria-label={`減少 ${name}`} disabled={!canRemove} onClick={() => onChange(quantity - 1)}>
        −
      </button>
      <input
        aria-label={`${name} 數量`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={quantity}
        disabled={!canAdd && !canRemove}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onType(event.target.value)}
      />
      <button type="button" aria-label={`增加 ${name}`} disabled={!canAdd} onClick={() => onChange(quantity + 1)}>
        +
      </button>
    </fieldset>
  )
}
