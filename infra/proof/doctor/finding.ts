/** Doctor: what is not as the program says, and how a missing resource differs from one that the caller may not look at. Pure. */

export interface Finding {
  /** `subscription events-store` */
  what: string
  /** `is missing` */
  problem: string
}

/** What asking Google for one resource came to. */
export function problemOf(error: unknown, permission: string): string {
  const { code, message } = error as { code?: number | string; message?: string }
  // Of gRPC (5, 7) and of HTTP.
  if (code === 5 || code === 404) return 'is missing: "pulumi up --refresh" makes it'
  if (code === 7 || code === 403) return `cannot be looked at: you lack ${permission}`
  return `cannot be looked at: ${message ?? String(error)}`
}

/** Asks for many things, some at a time, in order. */
export async function findEach<Item>(
  items: readonly Item[],
  ask: (item: Item) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const atOnce = 8
  const findings: Finding[] = []
  for (let from = 0; from < items.length; from += atOnce)
    findings.push(...(await Promise.all(items.slice(from, from + atOnce).map(ask))).flat())
  return findings
}
