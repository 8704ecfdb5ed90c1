/** Full-width characters, as Chinese input methods give them: ！ to ～ are in the same order as ! to ~, the ideographic space becomes a space. */
export function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')
}
