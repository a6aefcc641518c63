/** Local stack, applying the graph: one call of a Google REST API of the embedded services, as the developer. */

/** Where a service answers, and as whom it is called. */
export interface Service {
  url: string
  authorization: string
}

/** Makes one call. Throws on a fault, with the service's own words, save for the statuses the caller expects. */
export async function call(
  { url, authorization }: Service,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  expected: readonly number[] = [],
): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok || expected.includes(response.status)) return response.status
  throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
}
