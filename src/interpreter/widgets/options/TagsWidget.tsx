import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { controlAttributes, listOrEmpty, textsOf, type WidgetProps } from '../widget.ts'
import { ChoiceTags } from './ChoiceTags.tsx'

/** A list of short texts. Enter, comma or leaving the field adds the typed text; a pasted list is added as a whole. */
export function TagsWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid, rowErrors } = props
  const [typed, setTyped] = useState('')
  const tags = textsOf(value)
  const add = (text: string) => {
    const fresh = text.split(/[\s,，;；、]+/).filter((tag) => tag !== '')
    if (fresh.length > 0) onChange([...new Set([...tags, ...fresh])])
    setTyped('')
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // During composition of an input method, Enter belongs to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(listOrEmpty(tags.slice(0, -1)))
    }
  }
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    add(typed + event.clipboardData.getData('text'))
  }
  return (
    <>
      <div className="choice-box">
        <div className={invalid ? 'form-control is-invalid' : 'form-control'}>
          <ChoiceTags
            tags={tags.map((tag) => ({ key: tag, label: tag }))}
            disabled={disabled}
            onRemove={(tag) => onChange(listOrEmpty(tags.filter((one) => one !== tag)))}
          />
          <input
            {...controlAttributes(props)}
            type="text"
            autoComplete="off"
            placeholder={field.ui.placeholder}
            disabled={disabled}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={handleKey}
            onPaste={handlePaste}
            onBlur={() => add(typed)}
          />
        </div>
      </div>
      {Object.entries(rowErrors ?? {}).map(([index, errors]) => (
        <div key={index} className="record-form-error">
          {`${tags[Number(index)] ?? ''}：${Object.values(errors).flat().join('\n')}`}
        </div>
      ))}
    </>
  )
}
