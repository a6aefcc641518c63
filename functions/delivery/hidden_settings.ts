/** Delivery: hides what may be a key in the plain settings of a destination: people put keys into URLs and headers. Pure. */

/** Returns the value of a setting without the values of headers, a URL's query, and a URL's credentials. `…` stands for what is hidden. */
export function withoutKeys(name: string, value: unknown): unknown {
  if (name === 'headers' && typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.keys(value).map((header) => [header, '…']))
  if (typeof value !== 'string') return value
  return value.replace(/^(https?:\/\/)[^/?#]*@/, '$1…@').replace(/^(https?:\/\/[^?#]*\?).*$/s, '$1…')
}
