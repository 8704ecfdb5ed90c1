import { useContents } from '../../shared/content/portalContent.ts'
import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText } from '../../shared/content/richText.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { NoteBox } from '../../shared/NoteBox.tsx'

/** The precautions box of an application. */
export function Precautions() {
  const loaded = useContents('precautions')
  return (
    <LoadedPart loaded={loaded}>
      {([precautions]) =>
        precautions && (
          <NoteBox title="注意事項">
            <RichText nodes={parseRichText(precautions.body)} />
          </NoteBox>
        )
      }
    </LoadedPart>
  )
}
