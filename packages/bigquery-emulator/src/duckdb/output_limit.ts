/** DuckDB: how much REPEAT, REPLACE, TRANSLATE, LPAD and RPAD give at most, and what BigQuery says of more. */

export const mostBytes = 1024 ** 2

export function tooLong(name: string): string {
  return `Output of ${name} exceeds max allowed output size of 1MB`
}
