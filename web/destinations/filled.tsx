/** Destinations: counts how often the latest stored events fill the fields of a target, and shows it beside the links. */
import type { CoveredField, LinkCoverage } from '../../schemas/link_coverage.ts'
import type { ShownLinkField } from '../../schemas/shown_destination.ts'
import { DataTable } from '../parts/data_table.tsx'
import { FailureMessage } from '../parts/failure.tsx'
import { count, fromSnakeCase, percentage, withCount } from '../parts/format.ts'
import type { DayPeriod } from '../parts/last_day.ts'
import { usePosted } from '../parts/posted.ts'
import { Cost, TooMuch } from '../parts/question.tsx'
import { Skeleton } from '../parts/skeleton.tsx'

interface FilledProps {
  /** Id of the destination. */
  id: string
  type: string
  period: DayPeriod
  fields: readonly ShownLinkField[]
}

interface Line extends Partial<Omit<CoveredField, 'field'>> {
  field: string
  link?: ShownLinkField
}

export function FilledFields({ id, type, period, fields }: FilledProps) {
  const posted = usePosted<LinkCoverage>('/v1/console/coverage')
  const { body: coverage, failure, isLoading } = posted
  const read = (maxBytes?: number): void =>
    posted.send({
      destination: id,
      event_name: type,
      ...period,
      ...(maxBytes !== undefined && { maxBytes }),
    })
  return (
    <>
      <Fields lines={linesOf(fields, coverage)} sampled={coverage?.sampled} />
      {isLoading && <Skeleton rows={1} />}
      {failure?.kind === 'too much' ? (
        <TooMuch message={failure.message} again={read} />
      ) : (
        failure && <FailureMessage failure={failure} what="these events" again={() => read()} />
      )}
      {coverage ? (
        <Sample coverage={coverage} type={type} at={posted.at!} again={() => read()} />
      ) : (
        <div class="below">
          <button type="button" disabled={isLoading} onClick={() => read()}>
            Count how often they are filled
          </button>
          <span class="muted">In the latest 100 events of the last 24 hours that were permitted.</span>
        </div>
      )}
    </>
  )
}

/** Required fields first; those that no link fills are among them. */
function linesOf(fields: readonly ShownLinkField[], coverage: LinkCoverage | undefined): readonly Line[] {
  if (!coverage) return fields.map((link) => ({ field: link.field, link }))
  return coverage.fields.map((covered) => {
    const link = fields.find(({ field }) => field === covered.field)
    return { ...covered, ...(link && { link }) }
  })
}

function Fields({ lines, sampled }: { lines: readonly Line[]; sampled: number | undefined }) {
  return (
    <DataTable
      caption="Fields of the target"
      rows={lines}
      columns={[
        {
          title: 'Field of the target',
          cell: ({ field, link, isRequired }) => (
            <>
              <code>{field}</code> {link?.isOwn && <span class="badge">own</span>}{' '}
              {isRequired && <span class="badge">required</span>}
            </>
          ),
        },
        { title: 'From', cell: ({ link }) => link?.from ?? <span class="muted">no link of its own</span> },
        { title: 'How', cell: ({ link }) => link?.how ?? '' },
        ...(sampled === undefined
          ? []
          : [
              {
                title: 'Filled',
                numeric: true,
                cell: ({ filled = 0, invalid = 0 }: Line) => (
                  <>
                    {percentage(filled, sampled)}
                    {invalid > 0 && <span class="beneath">{count(invalid)} invalid</span>}
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}

interface SampleProps {
  coverage: LinkCoverage
  type: string
  at: Date
  again: () => void
}

function Sample({ coverage: { sampled, skipped, bytes }, type, at, again }: SampleProps) {
  return (
    <div role="status">
      {sampled === 0 ? (
        <p class="notice">
          No {type} of the last 24 hours was permitted to leave, so there is nothing to count.
        </p>
      ) : (
        <p>
          By the code that links them, over the latest {withCount(sampled, 'permitted event')}.{' '}
          {skipped.length === 0 && 'None would be skipped.'}
        </p>
      )}
      {skipped.length > 0 && (
        <ul>
          {skipped.map(({ reason, detail, events }) => (
            <li key={`${reason} ${detail}`}>
              {count(events)} would be skipped: {fromSnakeCase(reason)}
              {detail !== null && `, ${detail}`}.
            </li>
          ))}
        </ul>
      )}
      <Cost bytes={bytes} at={at} again={again} />
    </div>
  )
}
