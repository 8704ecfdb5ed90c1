import type { ReactNode } from 'react'
import { messages } from '../../rules/messages.ts'
import { Icon } from './Icon.tsx'
import type { OwnIcon } from './ownIcons.ts'

/** Says that there is nothing to show, by default 查無資料. */
export function EmptyState({ text = messages.M08, icon = 'inbox', children }: { text?: string; icon?: OwnIcon; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <p className="mb-0">{text}</p>
      {children}
    </div>
  )
}
