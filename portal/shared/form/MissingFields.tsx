import { focusField } from './focusField.ts'

/** Something that prevents a form from being sent. */
export interface MissingField {
  readonly text: string
  /** Id of the field to correct. */
  readonly fieldId?: string | undefined
}

/** Says beside a disabled button why it is disabled, with links to the fields. */
export function MissingFields({ fields }: { fields: readonly MissingField[] }) {
  if (fields.length === 0) return null
  return (
    <p className="missing-fields">
      尚未完成：
      {fields.map(({ text, fieldId }) =>
        fieldId === undefined ? (
          <span key={text}>{text}</span>
        ) : (
          <a
            key={text}
            href={`#${fieldId}`}
            onClick={(event) => {
              event.preventDefault()
              focusField(fieldId)
            }}
          >
            {text}
          </a>
        ),
      )}
    </p>
  )
}
