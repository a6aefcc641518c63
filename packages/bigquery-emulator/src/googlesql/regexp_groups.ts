/** GoogleSQL functions: counts the capturing groups of RE2 patterns and checks the rewrites that refer to them. https://github.com/google/re2/wiki/Syntax */

/** Returns the number of capturing groups in a pattern. */
export function countGroups(pattern: string): number {
  const bare = pattern.replace(/\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]/gs, '')
  return (bare.match(/\((?!\?(?!P<|<))/g) ?? []).length
}

/**
 * Checks a rewrite of REGEXP_REPLACE. Throws BigQuery's error if it refers to a group that the pattern doesn't
 * have.
 */
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
