/** Settings: compiles the rules and links of a destination as the functions do at startup, and finds everything that would stop the functions
 * or reject every event. Pure. */
import { conditionProblems } from '../../functions/decision/check_condition.ts'
import { checkLink } from '../../functions/linkage/check.ts'
import { checkDestination, formatProblem } from '../../functions/linkage/require_links.ts'
import { sourcesOf } from '../../functions/linkage/sources.ts'
import type { Target } from '../../functions/targets/target.ts'
import { withDerivedLinks } from '../../schemas/derived_types.ts'
import type { Link } from '../../schemas/link.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { DestinationSetting } from './destination.ts'
import { targetSettingProblems } from './target.ts'

/** A destination of a stack. */
interface DestinationToCheck {
  /** `sluice:destinations.crm` */
  path: string
  setting: DestinationSetting
  /** Returns false for a value of the wrong form, which is already reported and not checked here. */
  isSound: (path: string) => boolean
  targets: Readonly<Record<string, Target>>
  /** Names of the event types whose links are already reported, at their declaration. */
  reported: ReadonlySet<string>
}

/** Returns a line for each problem. */
export function destinationProblems(checked: DestinationToCheck): readonly string[] {
  const { path, setting, isSound, targets } = checked
  const isNamed = isSound(`${path}.target`)
  const target = isNamed && Object.hasOwn(targets, setting.target) ? targets[setting.target] : undefined
  const { settings = {}, secrets = {} } = setting
  return [
    ...(isNamed && !target ? [unknownTarget(path, setting.target, targets)] : []),
    ...(target && isSound(`${path}.settings`) && isSound(`${path}.secrets`)
      ? targetSettingProblems({ path, target, settings, secrets })
      : []),
    ...ruleProblems(checked),
    ...linkProblems(checked, target),
  ]
}

function unknownTarget(path: string, name: string, targets: Readonly<Record<string, Target>>): string {
  const names = Object.keys(targets).toSorted()
  const meant = nearest(name, names)
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`
  return `${path}.target is not a target. Expected: ${names.join(', ')}${hint}`
}

/** `sluice:destinations.crm.rules.0.when: rule "paid", line 1, column 7: …` */
function ruleProblems({ path, setting, isSound }: DestinationToCheck): readonly string[] {
  const rules = Array.isArray(setting.rules) ? setting.rules : []
  return rules.flatMap((rule, index) => {
    const place = `${path}.rules.${index}`
    if (!isSound(`${place}.when`)) return []
    const name = isSound(`${place}.id`) ? `rule "${rule.id}", ` : ''
    const problems = conditionProblems(rule.when, { hasDestination: true })
    return problems.map((problem) => `${place}.when: ${name}${problem}`)
  })
}

/** `sluice:destinations.crm.linkage.purchase.total: …` If the target is unknown, checks only the sources of its links. */
function linkProblems(
  { path, setting, isSound, reported }: DestinationToCheck,
  target: Target | undefined,
): readonly string[] {
  const { linkage = {} } = setting
  if (!isSound(`${path}.linkage`)) return []
  const problems = target
    ? checkDestination(linkedOf(setting, isSound(`${path}.settings`)), target)
    : unbound(linkage)
  return problems
    .filter(({ link }) => !reported.has(link))
    .map((problem) => `${path}.${formatProblem(problem)}`)
}

function linkedOf({ target, settings = {}, linkage }: DestinationSetting, hasSettings: boolean) {
  return withDerivedLinks({ target, ...(hasSettings && { settings }), ...(linkage && { linkage }) })
}

function unbound(linkage: Readonly<Record<string, Link>>): ReturnType<typeof checkDestination> {
  return Object.entries(linkage).flatMap(([link, fields]) =>
    checkLink(fields, { sources: sourcesOf(link), target: undefined }).map((problem) => ({
      link,
      ...problem,
    })),
  )
}
