/** Destinations: tries a rule on the latest stored events by the code that decides, and writes the settings to copy. Changes nothing. */
import { useState } from 'preact/hooks'
import type { Rule } from '../../schemas/decision.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import type { TriedRule } from '../../schemas/tried_rule.ts'
import { CodeBlock } from '../parts/code_block.tsx'
import { Select, TextArea, TextField } from '../parts/inputs.tsx'
import { Panel } from '../parts/panel.tsx'
import { usePosted } from '../parts/posted.ts'
import { Cost } from '../parts/question.tsx'
import { rulesYaml, withRule } from './settings_text.ts'
import { triedEvents, triedPeriods, TriedState } from './tried_events.tsx'
import { TriedResult } from './tried_result.tsx'

const newRule: Rule = { id: 'new_rule', effect: 'permit', when: '' }

export function TryRule({ destination: { id, rules } }: { destination: ShownDestination }) {
  const [rule, setRule] = useState(newRule)
  const [hours, setHours] = useState('24')
  /** The rule that the answer is about. */
  const [tried, setTried] = useState<Rule>()
  const posted = usePosted<TriedRule>('/v1/console/try-rule')
  const { body: result, isLoading } = posted
  const isKnown = rules.some((each) => each.id === rule.id)
  const send = (maxBytes?: number): void => {
    setTried(rule)
    const { id: ruleId, effect, when } = rule
    posted.send({ rule: { id: ruleId, effect, when }, ...triedEvents(id, hours, maxBytes) })
  }
  return (
    <Panel
      title="Try a rule"
      hint="On the latest 200 stored events, by the code that decides. Nothing is changed or sent."
    >
      <form
        class="try-rule"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <div class="options">
          <Select
            label="Try"
            value={isKnown ? rule.id : ''}
            options={[
              ['', 'a further rule'],
              ...rules.map((each) => [each.id, `${each.id}, changed`] as const),
            ]}
            onChange={(chosen) => setRule(rules.find((each) => each.id === chosen) ?? newRule)}
          />
          <Select
            label="Effect"
            value={rule.effect}
            options={[
              ['permit', 'permit'],
              ['restrict', 'restrict: overrides every permit'],
            ]}
            onChange={(effect) => setRule({ ...rule, effect: effect as Rule['effect'] })}
          />
          {!isKnown && (
            <TextField
              label="Id of the rule"
              isCode
              value={rule.id}
              onInput={(text) => setRule({ ...rule, id: text.trim() })}
            />
          )}
          <Select label="Events of" value={hours} options={triedPeriods} onChange={setHours} />
        </div>
        <TextArea
          label="Condition"
          rows={3}
          value={rule.when}
          placeholder="event.event_name == 'purchase' && has(event.email)"
          hint="CEL over event and destination. A field that an event may lack needs has(…)."
          onInput={(when) => setRule({ ...rule, when })}
        />
        <div class="below">
          <button type="submit" class="primary" disabled={isLoading || rule.when.trim() === ''}>
            Try it
          </button>
        </div>
      </form>
      <TriedState posted={posted} send={send} />
      {result && tried && (
        <>
          <TriedResult result={result} />
          <p>
            To put it in force, replace the rules of {id} in Pulumi.&lt;stack&gt;.yaml, then run the commands.
          </p>
          <CodeBlock label="the rules" text={rulesYaml(id, withRule(rules, tried))} />
          <CodeBlock
            label="the commands for the rules"
            text={'npx sluice check\nnpx sluice plan\npulumi up'}
          />
          <Cost bytes={result.bytes} at={posted.at!} again={() => send()} />
        </>
      )}
    </Panel>
  )
}
