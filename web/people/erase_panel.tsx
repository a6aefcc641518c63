/** People: erases a person: the preview counts, then one button with the number deletes. */
import { useState } from 'preact/hooks'
import { RunSheet } from '../events/run_sheet.tsx'
import { Checkbox } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { personalText } from '../parts/personal.tsx'
import type { KnownIdentifier } from './known_by.tsx'
import type { PersonIdentifier } from './person_address.ts'

interface ErasePanelProps {
  person: PersonIdentifier
  known: readonly KnownIdentifier[]
}

export function ErasePanel({ person, known }: ErasePanelProps) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isOpen, setOpen] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  const others = otherIdentifiers(person, known)
  const added = others.filter(({ field }) => chosen.includes(field))
  const subject = Object.fromEntries([person, ...added].map(({ field, value }) => [field, value]))
  return (
    <Panel
      title="Erase"
      hint="Lets nothing leave, asks the third parties to forget, then deletes the rows of every table. The preview deletes nothing."
    >
      {others.length > 0 && !isOpen && (
        <fieldset class="also">
          <legend>Erase by these, too, if they are the same person</legend>
          {others.map(({ field, value }) => (
            <Checkbox
              key={field}
              label={`${field} ${personalText(value)}`}
              isChecked={chosen.includes(field)}
              onChange={(isChosen) =>
                setChosen(isChosen ? [...chosen, field] : chosen.filter((each) => each !== field))
              }
            />
          ))}
        </fieldset>
      )}
      {!isOpen && (
        <div class="below">
          <button
            type="button"
            onClick={() => {
              setEnded(false)
              setOpen(true)
            }}
          >
            Erase …
          </button>
        </div>
      )}
      {isOpen && (
        <RunSheet
          work="erasure"
          title="Erase this person"
          verb="Erase"
          noun="row"
          request={{ subject }}
          whenEnded={() => setEnded(true)}
          close={() => setOpen(false)}
        />
      )}
      {hasEnded && (
        <p class="muted">
          The receipt is on the page of the run: what was deleted, what each third party answered, and whom to
          ask by hand.
        </p>
      )}
    </Panel>
  )
}

/** The other fields with exactly one value: of several, they may be several people. */
function otherIdentifiers(
  { field }: PersonIdentifier,
  known: readonly KnownIdentifier[],
): readonly KnownIdentifier[] {
  return known.filter(
    (row) => row.field !== field && known.filter((each) => each.field === row.field).length === 1,
  )
}
