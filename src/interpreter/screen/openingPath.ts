/**
 * Call for a screen with all that its list shows when it opens, except its rows.
 *
 * @param uri of the menu, `/_company/companies`
 */
export function openingPath(uri: string): string {
  return `/api/screens${uri}/opening`
}
