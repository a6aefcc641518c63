/** Local stack: calls the REST API of an embedded service as the developer. */

/** Address of a service, and the caller's authorization header. */
export interface Service {
  url: string
  authorization: string
}

/** Makes one call. Returns the status. Throws an error with the service's message unless the status is 2xx or expected. */
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
  throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
}
