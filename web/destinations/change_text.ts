/** Destinations: writes and reads the JSON text of a change that is tried. Pure. */
import type { SetSetting, ShownDestination } from '../../schemas/shown_destination.ts'

/** What a change starts with. */
export const changeKinds = [
  ['rules', 'the rules in force'],
  ['consent', 'the consent in force'],
  ['linkage', 'a link'],
  ['settings', 'the settings in force'],
  ['consentDefaults', 'a consent default'],
] as const

export type ChangeKind = (typeof changeKinds)[number][0]

/** Returns the part in force, or an example of a part that has another form in the settings than on the page. */
export function startingText(kind: ChangeKind, destination: ShownDestination): string {
  return JSON.stringify({ [kind]: partOf(kind, destination) }, null, 2)
}

function partOf(kind: ChangeKind, { rules, consent, settings }: ShownDestination): unknown {
  const parts: Readonly<Record<ChangeKind, unknown>> = {
    rules,
    consent,
    linkage: { purchase: { 'name.of.a.target.field': 'transaction_id' } },
    settings: Object.fromEntries(
      settings
        // `…` stands for a part that is hidden: sent back, it would be a change.
        .filter(({ value }) => value !== undefined && !value.includes('…'))
        .map((setting) => [setting.name, valueOf(setting)]),
    ),
    consentDefaults: { '*': { ad_storage: 'granted', ad_user_data: 'granted' } },
  }
  return parts[kind]
}

/** A setting that is not text is shown as JSON. */
function valueOf({ type, value = '' }: SetSetting): unknown {
  return type === 'string' ? value : (JSON.parse(value) as unknown)
}

/** Reads what was typed; `problem`: why it is not JSON. */
export function readChange(text: string): { change?: unknown; problem?: string } {
  try {
    return { change: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}
