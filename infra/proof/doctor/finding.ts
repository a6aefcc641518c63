/** Doctor: describes a difference from the program, and tells a missing resource from one that the caller may not read. Pure. */

export interface Finding {
  /** `subscription events-store` */
  what: string
  /** `is missing` */
  problem: string
}

/** Describes a failed request for one resource. */
export function problemOf(error: unknown, permission: string): string {
  const { code, message } = error as { code?: number | string; message?: string }
  // The codes of gRPC and of HTTP.
  if (code === 5 || code === 404) return 'is missing: run "pulumi up --refresh" to create it'
  if (code === 7 || code === 403) return `cannot be read: you lack ${permission}`
  return `cannot be read: ${message ?? String(error)}`
}

/** Examines the items, eight at a time. Returns the findings in the order of the items. */
export async function findEach<Item>(
  items: readonly Item[],
  examine: (item: Item) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const atOnce = 8
  const findings: Finding[] = []
  for (let from = 0; from < items.length; from += atOnce)
    findings.push(...(await Promise.all(items.slice(from, from + atOnce).map(examine))).flat())
  return findings
}
