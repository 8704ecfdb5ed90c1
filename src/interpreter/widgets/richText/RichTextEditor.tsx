import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { textOf, type WidgetProps } from '../widget.ts'
import { RichTextToolbar } from './RichTextToolbar.tsx'

const extensions = [
  StarterKit.configure({ heading: { levels: [3, 4] }, trailingNode: false, link: { openOnClick: false, protocols: ['https'] } }),
]

/** The editor. It adds no style element to the page, because the style policy would refuse it. The server cleans the saved text. */
export default function RichTextEditor({ id, value, onChange, disabled, required, invalid, describedBy }: WidgetProps) {
  const html = textOf(value)
  const latestChange = useRef(onChange)
  latestChange.current = onChange
  const editor = useEditor({
    extensions,
    content: html,
    editable: !disabled,
    injectCSS: false,
    onUpdate: (update) => latestChange.current(update.editor.isEmpty ? undefined : update.editor.getHTML()),
  })

  useEffect(() => {
    if (!editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  useEffect(() => {
    if (!editor.isDestroyed) editor.setOptions({ editorProps: { attributes: editorAttributes({ id, required, invalid, describedBy }) } })
  }, [editor, id, required, invalid, describedBy])

  useEffect(() => {
    // React may show a hidden part again after its editor was destroyed; the next render makes a new one.
    if (editor.isDestroyed) return
    // A new value from outside (a discarded draft, a merged record), and not the text that was just typed.
    if (html !== (editor.isEmpty ? '' : editor.getHTML())) editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])

  return (
    <div className={invalid ? 'rich-text border-danger' : 'rich-text'} aria-disabled={disabled}>
      {!disabled && <RichTextToolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

function editorAttributes({ id, required, invalid, describedBy }: Pick<WidgetProps, 'id' | 'required' | 'invalid' | 'describedBy'>) {
  return {
    id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}_label`,
    'aria-required': String(required),
    'aria-invalid': String(invalid),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
  }
}
