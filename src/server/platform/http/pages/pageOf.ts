/** Paths of the portal (specification 2.1, domain 4.18). All other paths belong to the console. */
const portalPath =
  /^\/(member|member_login|member_purchase|member_policy|member_privacy|corporate_member\w*|exchange|exchange_v2|exchange_flow_manual)(\/|$)/

/** The page that shows a path, as a file in the folder of built pages (in development, in the project). */
export function pageOf(path: string): 'portal/index.html' | 'src/console/index.html' {
  return portalPath.test(path) ? 'portal/index.html' : 'src/console/index.html'
}
