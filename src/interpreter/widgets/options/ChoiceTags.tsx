import { Icon } from '../../../client/parts/Icon.tsx'

interface ChoiceTagsProps {
  readonly tags: readonly { readonly key: string; readonly label: string }[]
  readonly disabled: boolean
  readonly onRemove: (key: string) => void
}

/** Chosen values as small tags, each with a button to remove it. */
export function ChoiceTags({ tags, disabled, onRemove }: ChoiceTagsProps) {
  return tags.map(({ key, label }) => (
    <span key={key} className="choice-tag">
      {label}
      {!disabled && (
        <button type="button" aria-label={`移除 ${label}`} onClick={() => onRemove(key)}>
          <Icon name="close" />
        </button>
      )}
    </span>
  ))
}
