/** Perturbations: what a target gets for an event with one fault, by the code of `store` and `forward`. */
import { Value } from 'typebox/value'
import * as targets from '../../functions/targets/index.ts'
import { compilePreparation, isOutcome } from '../../functions/linkage/prepare.ts'
import type { Target } from '../../functions/targets/target.ts'
import type { TargetCases } from '../targets/case.ts'
import { settingsFor, stored } from '../targets/run.ts'
import { bases } from './events.ts'
import type { Perturbation } from './perturbation.ts'

const now = '2026-03-14T10:00:00Z'

/** Settings that name the event types of the bases, for targets whose accounts define their own events. */
const mapped: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  x: {
    event_ids: {
      purchase: 'tw-o8z6j-o8z21',
      add_to_cart: 'tw-o8z6j-o8z22',
      lead: 'tw-o8z6j-o8z23',
      page_view: 'tw-o8z6j-o8z24',
    },
  },
  linkedin: { conversion_rules: { purchase: '1', add_to_cart: '2', lead: '3', page_view: '4' } },
  google_data_manager: {
    conversion_actions: { purchase: '111', add_to_cart: '222', lead: '333', page_view: '444' },
  },
}

/** Returns what the target gets, in the words of `Perturbation`, and whether it is valid by the target's schema. */
export async function cellOf(name: string, { base, change }: Perturbation) {
  const target = (targets as Readonly<Record<string, Target>>)[name]!
  const { [name]: cases } = (await import(`../targets/${name}.ts`)) as Readonly<Record<string, TargetCases>>
  const settings = settingsFor(target, { ...cases!.minimal, ...mapped[name] })
  const event = stored({ ...bases[base], ...change }, 0, { now })
  const prepared = compilePreparation({}, target, settings)(event, new Date(now))
  if (isOutcome(prepared)) {
    const { reason, detail } = prepared as { reason: string; detail?: string }
    if (reason === 'event_not_mapped') return { cell: 'not mapped', isValid: true }
    return { cell: `skipped ${reason}${detail === undefined ? '' : `: ${detail}`}`, isValid: true }
  }
  target.request([prepared], settings, { now: new Date(now), authorization: 'Bearer own-token' })
  const paths = prepared.leftOut?.map((told) => told.split(' ', 1)[0])
  return {
    cell: paths ? `without ${paths.join(', ')}` : 'sent',
    isValid: !target.fields || Value.Check(target.fields, prepared.fields),
  }
}
