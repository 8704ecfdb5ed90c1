import type { ResolvedTab } from '../../../language/resolved.ts'
import type { FormSteps } from './useSteps.ts'

interface StepLineProps {
  readonly tabs: readonly ResolvedTab[]
  readonly steps: FormSteps
}

/** The steps of a form: which one is being filled in, and the way back to those before. */
export function StepLine({ tabs, steps }: StepLineProps) {
  return (
    <ol className="form-steps" aria-label="步驟">
      {tabs.map(({ title }, index) => (
        <li
          key={title}
          aria-current={index === steps.index ? 'step' : undefined}
          className={index < steps.index ? 'form-step-done' : undefined}
        >
          <span className="form-step-number" aria-hidden="true">
            {index + 1}
          </span>
          {index < steps.index ? (
            <button type="button" className="btn btn-link p-0" onClick={() => steps.open(index)}>
              {title}
            </button>
          ) : (
            title
          )}
        </li>
      ))}
    </ol>
  )
}
