import { useContents } from '../../shared/content/portalContent.ts'
import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText } from '../../shared/content/richText.ts'
import { NoteBox } from '../../shared/NoteBox.tsx'

/** Notes to read before an exchange; the page does not wait for them, and keeps room for them. */
export function ExchangeNotes() {
  const loaded = useContents('exchangeNotes')
  const [notes] = loaded.state === 'ready' ? loaded.data : []
  if (!notes && loaded.state !== 'loading') return null
  return <NoteBox title="兌換注意事項">{notes ? <RichText nodes={parseRichText(notes.body)} /> : <div className="notes-room" />}</NoteBox>
}
