/** Target layer: the header of HTTP Basic authentication. https://www.rfc-editor.org/rfc/rfc7617 */

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
