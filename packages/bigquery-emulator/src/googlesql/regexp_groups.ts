/** Capturing groups of RE2 patterns, and the rewrites that name them. https://github.com/google/re2/wiki/Syntax */

/** How many capturing groups a pattern has. */
export function countGroups(pattern: string): number {
  const bare = pattern.replace(/\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/gs, '')
  return (bare.match(/\((?!\?(?!P<|<))/g) ?? []).length
}

/** A rewrite of REGEXP_REPLACE; throws BigQuery's error for one that names a group the pattern lacks. */
export function checkRewrite(pattern: string, rewrite: string): string {
  for (const [, escaped] of rewrite.matchAll(/\\(.?)/gs)) {
    if (escaped === '\\') continue
    if (!/^\d$/.test(escaped!))
      throw new Error(
        `Invalid REGEXP_REPLACE rewrite pattern: Rewrite schema error: '\\\\' must be followed by a digit or '\\\\'.`,
      )
    if (Number(escaped) > countGroups(pattern))
      throw new Error(
        `Invalid REGEXP_REPLACE rewrite pattern: Rewrite schema requests ${escaped} matches, but the regexp only has ${countGroups(pattern)} parenthesized subexpressions.`,
      )
  }
  return rewrite
}
