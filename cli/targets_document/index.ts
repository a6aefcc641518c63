/** `node cli/targets_document/index.ts`: writes docs/targets.md from the declarations of the targets. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import * as targets from '../../functions/targets/index.ts'
import { neededConsent } from '../../functions/decision/consent.ts'
import type { Target } from '../../functions/targets/target.ts'
import { code, table } from '../../schemas/markdown.ts'
import {
  erasureText,
  eventsText,
  furtherFieldsText,
  honoursText,
  otherEventsText,
  profileText,
  testText,
} from './target_facts.ts'
import { ageText, batchText, bytesText, futureText } from './target_limits.ts'
import { targetSection } from './target_section.ts'

export const targetsFile = fileURLToPath(new URL('../../docs/targets.md', import.meta.url))
export const targetsCommand = 'node cli/targets_document/index.ts'

function nameOf({ name }: Target): string {
  return `[\`${name}\`](#${name})`
}

function overview(all: readonly Target[]): string {
  return table(
    [
      'Target',
      'Purpose',
      'Standard events',
      'Other events',
      'Further fields',
      'Drops duplicates by',
      'Test mode',
    ],
    all.map((target) => [
      nameOf(target),
      target.purpose,
      eventsText(target),
      otherEventsText(target),
      furtherFieldsText(target),
      target.dedup === null ? 'nothing' : code([target.dedup]),
      testText(target),
    ]),
  )
}

function limits(all: readonly Target[]): string {
  return table(
    ['Target', 'Oldest event', 'Newest event', 'Events in a request', 'Size', 'One invalid event'],
    all.map((target) => [
      nameOf(target),
      ageText(target),
      futureText(target),
      batchText(target),
      bytesText(target.batch.maxBytes),
      target.batch.atomic ? 'fails the request' : 'fails alone',
    ]),
  )
}

function people(all: readonly Target[]): string {
  return table(
    ['Target', 'Consent', 'Opt-out flag', 'Profile', 'Deletes a person by'],
    all.map((target) => [
      nameOf(target),
      code(neededConsent(target.purpose, target.audience?.consent)) || 'none',
      honoursText(target),
      profileText(target),
      erasureText(target),
    ]),
  )
}

/** Returns the expected content of docs/targets.md. */
export async function targetsText(all: readonly Target[] = Object.values(targets)): Promise<string> {
  const page = `<!-- Written by \`${targetsCommand}\` from functions/targets; change the declarations, not this page. -->

# Targets

A target is a kind of third party; a destination is a configured target. This page has what each target declares, and a section for each
target with its fields and settings. Values follow the vendor's page. A maximum age that the vendor does not document is marked as assumed, with the
setting that changes it.

## What is sent

${overview(all)}

An event type without a name at the vendor is skipped, with the reason \`event_not_mapped\`. If the vendor drops no duplicates, an event that is
delivered twice counts twice. A link can fill fields of your own in the places under further fields.

## Limits

${limits(all)}

Older and newer events are skipped; \`any\` means that the vendor documents no limit. Requests stay within the number of events and the size. If an invalid event fails the request, Sluice sends the others again without it.

## People

${people(all)}

\`sluice:destinations.<id>.consent\` replaces the consent that a destination needs. An advertising target without an opt-out flag gets no
event of a person who has opted out. Which events fill the fields of a profile: [profiles.md](profiles.md). Where no request deletes a person, ask the vendor: [erasure.md](erasure.md#the-receipt).

${all.map(targetSection).join('\n\n')}
`
  const options = await resolveConfig(targetsFile)
  return format(page, { ...options, parser: 'markdown' })
}

if (import.meta.main) await writeFile(targetsFile, await targetsText())
