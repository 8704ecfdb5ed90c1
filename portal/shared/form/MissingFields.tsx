import { focusField } from './focusField.ts'

/** Something that keeps a form from being sent. */
export interface MissingField {
  readonly text: string
  /** Where it is mended. */
  readonly fieldId?: string | undefined
}

/** Says beside a disabled button why it is disabled; what has a field is a link to it. */
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
