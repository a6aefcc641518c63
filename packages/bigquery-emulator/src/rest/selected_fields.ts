/** `selectedFields`: selects fields of a table, and members of records by their path.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/list */
import { groupBy } from '../group_by.ts'
import { ApiError } from '../warehouse/api_error.ts'
import type { FieldSchema } from '../warehouse/resource.ts'

/** Returns the named fields in the table's order. A record is complete unless some of its members are named. */
export function selectFields(fields: readonly FieldSchema[], paths: readonly string[]): FieldSchema[] {
  const wanted = groupBy(
    paths.map((path) => path.split('.')),
    ([first]) => first!.toLowerCase(),
  )
  for (const name of wanted.keys())
    if (!fields.some((field) => field.name.toLowerCase() === name))
      throw new ApiError('invalid', `Field ${name} is not present in the table's schema`)
  return fields.flatMap((field) => {
    const named = wanted.get(field.name.toLowerCase())
    if (!named) return []
    const members = named.map((path) => path.slice(1))
    if (members.some((path) => path.length === 0)) return [field]
    return [
      {
        ...field,
        fields: selectFields(
          field.fields ?? [],
          members.map((path) => path.join('.')),
        ),
      },
    ]
  })
}
