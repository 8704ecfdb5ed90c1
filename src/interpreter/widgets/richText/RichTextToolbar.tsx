import { type Editor, useEditorState } from '@tiptap/react'
import Button from 'react-bootstrap/Button'
import { Icon } from '../../../client/parts/Icon.tsx'
import formatBold from '../../../client/parts/symbols/format_bold.svg?raw'
import formatItalic from '../../../client/parts/symbols/format_italic.svg?raw'
import formatListBulleted from '../../../client/parts/symbols/format_list_bulleted.svg?raw'
import formatListNumbered from '../../../client/parts/symbols/format_list_numbered.svg?raw'
import formatUnderlined from '../../../client/parts/symbols/format_underlined.svg?raw'
import redo from '../../../client/parts/symbols/redo.svg?raw'
import title from '../../../client/parts/symbols/title.svg?raw'
import undo from '../../../client/parts/symbols/undo.svg?raw'

interface Tool {
  readonly label: string
  readonly icon: string
  readonly run: (editor: Editor) => void
  readonly isActive: (editor: Editor) => boolean
}

const never = () => false

const tools: readonly Tool[] = [
  { label: '粗體', icon: formatBold, run: (one) => one.chain().focus().toggleBold().run(), isActive: (one) => one.isActive('bold') },
  {
    label: '斜體',
    icon: formatItalic,
    run: (one) => one.chain().focus().toggleItalic().run(),
    isActive: (one) => one.isActive('italic'),
  },
  {
    label: '底線',
    icon: formatUnderlined,
    run: (one) => one.chain().focus().toggleUnderline().run(),
    isActive: (one) => one.isActive('underline'),
  },
  {
    label: '標題',
    icon: title,
    run: (one) => one.chain().focus().toggleHeading({ level: 3 }).run(),
    isActive: (one) => one.isActive('heading', { level: 3 }),
  },
  {
    label: '項目清單',
    icon: formatListBulleted,
    run: (one) => one.chain().focus().toggleBulletList().run(),
    isActive: (one) => one.isActive('bulletList'),
  },
  {
    label: '編號清單',
    icon: formatListNumbered,
    run: (one) => one.chain().focus().toggleOrderedList().run(),
    isActive: (one) => one.isActive('orderedList'),
  },
  { label: '復原', icon: undo, run: (one) => one.chain().focus().undo().run(), isActive: never },
  { label: '重做', icon: redo, run: (one) => one.chain().focus().redo().run(), isActive: never },
]

/** Only what announcements need. */
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
          <Icon file={tool.icon} />
        </Button>
      ))}
    </div>
  )
}
