import { Link } from 'react-router-dom'
import type { GoneScreen } from './useScreenDocument.ts'

/** Tells whoever still has a screen open that it is no more where it was. */
export default function GoneNote({ movedTo }: GoneScreen) {
  return (
    <div className="alert alert-warning" role="alert">
      {movedTo === null ? (
        '此畫面已移除，內容無法再存檔；請先複製需要的文字，再由選單開啟其他畫面。'
      ) : (
        <>
          此畫面已移到新的位置；填到一半的內容仍可存檔。<Link to={movedTo}>前往新的位置</Link>
        </>
      )}
    </div>
  )
}
