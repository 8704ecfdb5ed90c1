import { type Editor, useEditorState } from '@tiptap/react'
import Button from 'react-bootstrap/Button'

interface Tool {
  readonly label: string
  /** One or two characters that everybody who has used an editor knows. */
  readonly sign: string
  readonly run: (editor: Editor) => void
  readonly isActive: (editor: Editor) => boolean
}

const never = () => false

const tools: readonly Tool[] = [
  { label: '粗體', sign: 'B', run: (one) => one.chain().focus().toggleBold().run(), isActive: (one) => one.isActive('bold') },
  {
    label: '斜體',
    sign: 'I',
    run: (one) => one.chain().focus().toggleItalic().run(),
    isActive: (one) => one.isActive('italic'),
  },
  {
    label: '底線',
    sign: 'U',
    run: (one) => one.chain().focus().toggleUnderline().run(),
    isActive: (one) => one.isActive('underline'),
  },
  {
    label: '標題',
    sign: 'H',
    run: (one) => one.chain().focus().toggleHeading({ level: 3 }).run(),
    isActive: (one) => one.isActive('heading', { level: 3 }),
  },
  {
    label: '項目清單',
    sign: '•',
    run: (one) => one.chain().focus().toggleBulletList().run(),
    isActive: (one) => one.isActive('bulletList'),
  },
  {
    label: '編號清單',
    sign: '1.',
    run: (one) => one.chain().focus().toggleOrderedList().run(),
    isActive: (one) => one.isActive('orderedList'),
  },
  { label: '復原', sign: '↶', run: (one) => one.chain().focus().undo().run(), isActive: never },
  { label: '重做', sign: '↷', run: (one) => one.chain().focus().redo().run(), isActive: never },
]

/** The few things an announcement needs. */
export function RichTextToolbar({ editor }: { readonly editor: Editor }) {
  const active = useEditorState({ editor, selector: (state) => tools.map((tool) => tool.isActive(state.editor)) })
  return (
    <div className="rich-text-toolbar" role="toolbar" aria-label="文字格式">
      {tools.map((tool, index) => (
        <Button
          key={tool.label}
          size="sm"
          variant={active[index] ? 'secondary' : 'outline-secondary'}
          aria-label={tool.label}
          aria-pressed={active[index] ?? false}
          title={tool.label}
          onClick={() => tool.run(editor)}
        >
          <span aria-hidden="true">{tool.sign}</span>
        </Button>
      ))}
    </div>
  )
}
