/** Target layer: builds the header of HTTP Basic authentication. https://www.rfc-editor.org/rfc/rfc7617 */

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
