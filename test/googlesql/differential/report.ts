/** Differential test: prints the figures and the unexplained differences. */
import type { Verdict } from './compare.ts'

const maxShown = 20

export class Report {
  readonly #counts = new Map<Verdict['kind'], number>()
  readonly #excused = new Map<string, number>()
  readonly #stricter = new Map<string, number>()
  /** Each difference that nothing explains. */
  readonly #problems: string[] = []

  add(sql: string, verdict: Verdict): void {
    increment(this.#counts, verdict.kind)
    if (verdict.kind === 'excused') increment(this.#excused, verdict.feature)
    if (verdict.kind === 'stricter' && verdict.feature !== undefined)
      increment(this.#stricter, verdict.feature)
    const problem = problemOf(verdict)
    if (problem !== undefined) this.#problems.push(`${problem}\n  ${sql.replaceAll(/\s+/g, ' ')}`)
  }

  /** True if every difference is explained. */
  get isGood(): boolean {
    return this.#problems.length === 0
  }

  lines(seed: number): readonly string[] {
    const count = (kind: Verdict['kind']): number => this.#counts.get(kind) ?? 0
    const all = [...this.#counts.values()].reduce((sum, each) => sum + each, 0)
    return [
      ...this.#problems.slice(0, maxShown),
      `${all} statements, seed ${seed}`,
      `${count('bothAccept')} accepted by both, ${count('otherColumns')} with other columns`,
      `${count('bothRefuse')} refused by both`,
      `${count('laxer')} accepted here only`,
      `${count('excused')} accepted here only and excused${listed(this.#excused)}`,
      `${count('stricter')} refused here only${listed(this.#stricter)}`,
      `${this.#problems.length} unexplained`,
    ]
  }
}

function problemOf(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case 'laxer':
      return `Accepted here; Google: ${verdict.message}`
    case 'otherColumns':
      return `Columns here: ${verdict.here}; Google: ${verdict.there}`
    case 'stricter':
      return verdict.feature === undefined
        ? `Accepted by Google, and docs/bigquery.md does not name it; here: ${verdict.message}`
        : undefined
    default:
      return undefined
  }
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function listed(counts: ReadonlyMap<string, number>): string {
  const lines = [...counts].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `\n  ${times} ${name}`)
  return lines.length === 0 ? '' : `:${lines.join('')}`
}
