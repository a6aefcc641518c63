/** Creator, step 3: asks what is known of the consent of the people in the payload, and shows the effect of each answer. */
import { useId } from 'preact/hooks'
import { consentSignals, type ConsentSignal } from '../../schemas/link.ts'
import { Select, TextField } from '../parts/inputs.tsx'
import { change, consentChoice, savedBase, type ConsentChoice } from './choices.ts'
import { consentPaths, fieldChoiceFor, isLikelyConsent, signalMeanings } from './consent_links.ts'
import { destinationsNeeding, effects } from './effects.ts'
import { Pick } from './pick.tsx'
import { savedConsent } from './started_from.ts'
import { rows, statedByField, valuesAt } from './state.ts'

export function Consent() {
  const group = useId()
  const { kind, reason } = consentChoice.value
  const set = (part: Partial<ConsentChoice>): void => change({ consent: { ...consentChoice.value, ...part } })
  return (
    <div class="ask">
      <div>
        <strong>Consent</strong>
        <p class="muted">What is not stated counts as not granted.</p>
      </div>
      <fieldset>
        <legend>What have these people agreed to?</legend>
        {statedByField.value !== undefined ? (
          <p>
            The field <code>{statedByField.value}</code> states it, as events do.
          </p>
        ) : (
          <div class="stack">
            {savedBase.value && Object.keys(savedConsent(savedBase.value)).length > 0 && (
              <Pick
                group={group}
                title={`As in version ${savedBase.value.version}`}
                note={savedBase.value.description}
                isChecked={kind === 'saved'}
                onPick={() => set({ kind: 'saved' })}
              />
            )}
            <Pick
              group={group}
              title="The source does not know"
              note={<Effect of="unknown" />}
              isChecked={kind === 'unknown'}
              onPick={() => set({ kind: 'unknown' })}
            />
            <Pick
              group={group}
              title="Fields tell"
              note={<FieldsNote />}
              isChecked={kind === 'fields'}
              onPick={() => set({ kind: 'fields', fields: suggestedFields() })}
            />
            {kind === 'fields' && <Signals />}
            <Pick
              group={group}
              title="Everybody in these payloads has agreed to everything"
              note={<Effect of="everybody" />}
              isChecked={kind === 'everybody'}
              onPick={() => set({ kind: 'everybody' })}
            />
            {kind === 'everybody' && (
              <TextField
                label="Why has everybody agreed?"
                value={reason}
                problem={reason.trim() === '' ? 'Enter a reason. You vouch for it.' : undefined}
                hint="Your account and the reason are kept with the version."
                placeholder="The checkout asks for consent and sends only orders with it"
                onInput={(value) => set({ reason: value })}
              />
            )}
          </div>
        )}
      </fieldset>
    </div>
  )
}

/** Which destinations get the first event if this answer holds. */
function Effect({ of }: { of: 'unknown' | 'everybody' }) {
  const effect = effects.value?.[of]
  if (!effect) return <>The effect on each destination is shown once the records become events.</>
  const { sent, keptBack } = effect
  if (sent.length + keptBack.length === 0) return <>Events go to BigQuery. No destination is configured.</>
  return (
    <>
      Events go to BigQuery{sent.length > 0 && ` and to ${sent.join(', ')}`}.{' '}
      {keptBack.length > 0 && (
        <>
          Kept back from <strong>{keptBack.join(', ')}</strong>.
        </>
      )}
    </>
  )
}

function likelyPaths(): readonly string[] {
  return fieldPaths().filter(isLikelyConsent)
}

/** Fields that can tell consent: with values, not personal. */
function fieldPaths(): readonly string[] {
  return consentPaths(
    rows.value
      .filter(({ inference, type }) => inference.examples.length > 0 && type !== 'list' && type !== 'object')
      .filter(({ inference }) => inference.personal === undefined)
      .map(({ path }) => path),
  )
}

function FieldsNote() {
  const likely = likelyPaths()
  return likely.length > 0 ? (
    <>
      <code>{likely.slice(0, 3).join(', ')}</code> may. Accepted terms are no consent.
    </>
  ) : (
    <>Choose the field of each signal. Accepted terms are no consent.</>
  )
}

/** The likely field for every signal, unless the user has chosen fields before. */
function suggestedFields(): ConsentChoice['fields'] {
  const { fields } = consentChoice.value
  const [path] = likelyPaths()
  if (Object.keys(fields).length > 0 || path === undefined) return fields
  return Object.fromEntries(consentSignals.map((signal) => [signal, fieldChoiceFor(path, valuesAt(path))]))
}

function Signals() {
  const { fields } = consentChoice.value
  const paths = fieldPaths()
  const set = (signal: ConsentSignal, path: string, value?: string): void =>
    change({
      consent: {
        ...consentChoice.value,
        fields: { ...fields, [signal]: { path, ...(value !== undefined && { value }) } },
      },
    })
  return (
    <div class="scroll" role="region" aria-label="Consent signals" tabIndex={0}>
      <table class="choices">
        <thead>
          <tr>
            <th scope="col">Signal</th>
            <th scope="col">Needed by</th>
            <th scope="col">Field</th>
            <th scope="col">Granted when</th>
          </tr>
        </thead>
        <tbody>
          {consentSignals.map((signal) => {
            const { path = '', value } = fields[signal] ?? {}
            const needed = destinationsNeeding(signal)
            return (
              <tr key={signal}>
                <td>
                  <code>{signal}</code>
                  <p class="muted">{signalMeanings[signal]}</p>
                </td>
                <td class="muted">{needed === undefined ? '…' : needed.join(', ') || 'nobody here'}</td>
                <td>
                  <Select
                    label={`Field of ${signal}`}
                    isLabelHidden
                    value={path}
                    options={[['', 'not said'], ...paths.map((each) => [each, each] as const)]}
                    onChange={(next) => {
                      const { value: granting } = fieldChoiceFor(next, valuesAt(next))
                      set(signal, next, granting)
                    }}
                  />
                </td>
                <td>
                  {path !== '' && (
                    <Select
                      label={`${signal} is granted when`}
                      isLabelHidden
                      value={value === undefined ? '' : `=${value}`}
                      options={[
                        ...valuesAt(path).map(
                          (each) => [`=${each}`, `it is “${each.slice(0, 40)}”`] as const,
                        ),
                        ['', 'it has any value'],
                      ]}
                      onChange={(next) => set(signal, path, next === '' ? undefined : next.slice(1))}
                    />
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
