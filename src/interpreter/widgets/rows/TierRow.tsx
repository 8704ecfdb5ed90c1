import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import InputGroup from 'react-bootstrap/InputGroup'
import { pointsMax } from '../../../rules/numbers.ts'
import type { Tier, TierTitles } from '../../../rules/tiers.ts'

interface TierRowProps {
  readonly id: string
  readonly tier: Tier
  readonly titles: Required<TierTitles>
  readonly disabled: boolean
  /** Error texts; '' when there is none. */
  readonly problems: { readonly conditionPoint: string; readonly discountRate: string }
  readonly onChange: (tier: Tier) => void
  /** Null for the first row, which cannot be removed. */
  readonly onRemove: (() => void) | null
}

/** One row of the tier editor: threshold and rate. */
export function TierRow({ id, tier, titles, disabled, problems, onChange, onRemove }: TierRowProps) {
  const { conditionSeq } = tier
  return (
    <tr>
      <th scope="row">{conditionSeq}</th>
      <td>
        <InputGroup size="sm" hasValidation>
          <InputGroup.Text>大於等於</InputGroup.Text>
          <TierNumber
            id={`${id}_conditionPoint`}
            label={`${titles.conditionPoint} ${conditionSeq}`}
            value={tier.conditionPoint}
            max={pointsMax}
            step={1}
            disabled={disabled}
            problem={problems.conditionPoint}
            onChange={(conditionPoint) => onChange({ ...tier, conditionPoint })}
          />
        </InputGroup>
      </td>
      <td>
        <InputGroup size="sm" hasValidation>
          <TierNumber
            id={`${id}_discountRate`}
            label={`${titles.discountRate} ${conditionSeq}`}
            value={tier.discountRate}
            max={100}
            step={0.1}
            disabled={disabled}
            problem={problems.discountRate}
            onChange={(discountRate) => onChange({ ...tier, discountRate })}
          />
          <InputGroup.Text>%</InputGroup.Text>
        </InputGroup>
      </td>
      {!disabled && (
        <td className="text-end">
          {onRemove && (
            <Button size="sm" variant="outline-danger" aria-label={`移除第 ${conditionSeq} 列`} onClick={onRemove}>
              移除
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

interface TierNumberProps {
  readonly id: string
  readonly label: string
  readonly value: number | null
  readonly max: number
  readonly step: number
  readonly disabled: boolean
  readonly problem: string
  readonly onChange: (value: number | null) => void
}

function TierNumber({ id, label, value, max, step, disabled, problem, onChange }: TierNumberProps) {
  return (
    <>
      <Form.Control
        id={id}
        type="number"
        min={0}
        max={max}
        step={step}
        className="text-end"
        aria-label={label}
        aria-required
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}_error`}
        isInvalid={problem !== ''}
        value={value ?? ''}
        disabled={disabled}
        // Otherwise scrolling over a focused number input would change its value.
        onWheel={(event) => event.currentTarget.blur()}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      />
      {problem !== '' && (
        <Form.Control.Feedback type="invalid" id={`${id}_error`}>
          {problem}
        </Form.Control.Feedback>
      )}
    </>
  )
}
