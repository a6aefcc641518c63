/** DuckDB: the output limit of REPEAT, REPLACE, TRANSLATE, LPAD and RPAD, and BigQuery's error beyond it. */

export const mostBytes = 1024 ** 2

export function tooLong(name: string): string {
  return `Output of ${name} exceeds max allowed output size of 1MB`
}
