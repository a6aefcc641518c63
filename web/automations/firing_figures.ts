/** Automations: adds up how often the triggers of actions matched. Pure. */

/** A row of the question `firing_counts`. */
export interface FiringCount {
  action: string
  state: string
  outcome: string
  reason: string
  effect: string | null
  recent: number
  total: number
}

/** How often an action matched, in the words of the page. */
export interface FiringFigure {
  /** `fired`, `would fire`, `delivered`, … */
  word: string
  matches: number
  filters: { outcome?: string; effect?: string }
}

const outcomes = ['fired', 'would_fire', 'restricted', 'withheld'] as const

/** Adds up the rows of an action: what became of the matches, and of what was sent. */
export function firingFigures(
  rows: readonly FiringCount[],
  period: 'recent' | 'total',
): readonly FiringFigure[] {
  const sum = (which: (row: FiringCount) => boolean): number =>
    rows.filter(which).reduce((total, row) => total + row[period], 0)
  const effects = [...new Set(rows.flatMap(({ effect }) => (effect === null ? [] : [effect])))].toSorted()
  return [
    ...outcomes.map((outcome) => ({
      word: outcome.replace('_', ' '),
      matches: sum((row) => row.outcome === outcome),
      filters: { outcome },
    })),
    ...effects.map((effect) => ({
      word: effect === 'restricted' ? 'restricted before it was sent' : effect,
      matches: sum((row) => row.effect === effect),
      filters: { effect },
    })),
  ].filter(({ matches }) => matches > 0)
}
