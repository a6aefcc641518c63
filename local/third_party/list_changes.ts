/** Third-party recorder: reads what a request does to a list of people at its vendor. One entry for each vendor with lists. */

/** A request of a vendor, with its body as JSON value. */
interface ListRequest {
  method: string
  /** Path below the host, without the query. */
  path: string
  body: unknown
}

interface ListChange {
  /** The vendor's id of the list. */
  list: string
  operation: 'add' | 'remove'
  /** The identifiers of each person, in the order of the request. */
  people: readonly (readonly string[])[]
}

type ReadListChange = (request: ListRequest) => ListChange | undefined

/** https://docs.customer.io/integrations/api/track/#operation/add_to_segment */
const customerio: ReadListChange = ({ path, body }) => {
  const [, list, operation] = /^\/api\/v1\/segments\/(\d+)\/(add|remove)_customers$/.exec(path) ?? []
  const { ids = [] } = (body ?? {}) as { ids?: readonly string[] }
  return list === undefined
    ? undefined
    : { list, operation: operation === 'add' ? 'add' : 'remove', people: ids.map((id) => [id]) }
}

/** Identifiers are prefixed with their column: `EMAIL f190…`.
 * https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/ */
const meta: ReadListChange = ({ method, path, body }) => {
  const [, list] = /^\/v[\d.]+\/(\d+)\/users$/.exec(path) ?? []
  const { payload } = (body ?? {}) as {
    payload?: { schema?: string | readonly string[]; data?: readonly (string | readonly unknown[])[] }
  }
  if (list === undefined || !payload) return undefined
  const columns = [payload.schema ?? []].flat()
  const people = (payload.data ?? []).map((row) =>
    [row]
      .flat()
      .flatMap((value, index) =>
        typeof value === 'string' && value !== '' ? [`${columns[index]} ${value}`] : [],
      ),
  )
  return { list, operation: method === 'DELETE' ? 'remove' : 'add', people }
}

/** By the title of the vendor. */
export const listChanges: Readonly<Record<string, ReadListChange>> = { 'Customer.io': customerio, Meta: meta }
