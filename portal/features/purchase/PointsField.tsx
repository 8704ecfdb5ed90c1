import { formatPoints } from '../../../src/client/format.ts'
import { pointRequestLimits } from '../../../src/rules/pointRequest.ts'
import { TextField } from '../../shared/form/TextField.tsx'
import { usualPoints } from './requestForm.ts'

interface PointsFieldProps {
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

/** Points of one serial, card or lot: typed, or one of the usual numbers. */
export function PointsField({ label, value, problem, onChange }: PointsFieldProps) {
  return (
    <div className="points-field">
      <TextField
        id="pointsPerSerial"
        label={label}
        value={value}
        onChange={onChange}
        problem={problem}
        help={`1 至 ${formatPoints(pointRequestLimits.pointsMax)} 點`}
        inputMode="numeric"
        maxLength={7}
        autoComplete="off"
        required
      />
      <fieldset className="usual-points" aria-label={`常用${label}`}>
        {usualPoints.map((points) => (
          <button
            key={points}
            type="button"
            className="button button-quiet button-small"
            aria-pressed={value === String(points)}
            onClick={() => onChange(String(points))}
          >
            {formatPoints(points)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
