import Dropdown from 'react-bootstrap/Dropdown'
import { useConfirm } from '../../../client/dialogs/DialogProvider.tsx'
import { usePermission } from '../../../client/session/useSession.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { savedViewsMax, type Views } from './useViews.ts'

interface ViewMenuItemsProps {
  readonly screen: ResolvedScreen
  readonly views: Views
  /** Id or name of the open view; null for 全部. */
  readonly open: string | null
  readonly onName: (naming: 'new' | 'rename') => void
  readonly onSubscribe: () => void
}

/** What can be done with the current filters and the open view. */
export function ViewMenuItems({ screen, views, open, onName, onSubscribe }: ViewMenuItemsProps) {
  const confirm = useConfirm()
  const canSubscribe = useCanSubscribe(screen)
  const { current } = views
  const isDefault = views.defaultView === open
  const remove = async () => {
    if (current !== null && (await confirm(`確定要刪除檢視「${current.name}」嗎？`))) views.remove(current.id)
  }
  return (
    <>
      <Dropdown.Item as="button" type="button" disabled={views.saved.length >= savedViewsMax} onClick={() => onName('new')}>
        儲存為新檢視…
      </Dropdown.Item>
      {current !== null && (
        <>
          <Dropdown.Item as="button" type="button" disabled={!views.isChanged} onClick={views.update}>
            更新「{current.name}」的條件{screen.list.layouts && '與呈現方式'}
          </Dropdown.Item>
          <Dropdown.Item as="button" type="button" onClick={() => onName('rename')}>
            重新命名…
          </Dropdown.Item>
          <Dropdown.Item as="button" type="button" onClick={() => void remove()}>
            刪除「{current.name}」
          </Dropdown.Item>
          {views.roles.map(({ roleCode, roleName }) => {
            const isShared = current.sharedWith === roleCode
            return (
              <Dropdown.Item key={roleCode} as="button" type="button" onClick={() => views.share(current.id, isShared ? null : roleCode)}>
                {isShared ? `停止共用給「${roleName}」` : `共用給「${roleName}」的人`}
              </Dropdown.Item>
            )
          })}
        </>
      )}
      <Dropdown.Divider />
      <Dropdown.Item as="button" type="button" disabled={isDefault} onClick={() => views.setDefault(open)}>
        {isDefault ? '目前檢視已是預設' : '設為預設檢視'}
      </Dropdown.Item>
      {canSubscribe && (
        <Dropdown.Item as="button" type="button" onClick={onSubscribe}>
          定期寄送…
        </Dropdown.Item>
      )}
    </>
  )
}

/** What leaves by mail leaves like an export. */
function useCanSubscribe({ resource, actions, report }: ResolvedScreen): boolean {
  const canExport = usePermission(`${resource}.export`)
  const isOffered = Object.values(actions).some((action) => action.kind === 'builtIn' && action.action === 'export')
  return canExport && (isOffered || report !== undefined)
}
