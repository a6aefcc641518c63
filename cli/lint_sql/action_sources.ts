/** The GoogleSQL of automated actions, for `npm run lint:sql`: the models of scheduled ones, and what the others ask of the warehouse. */
import { requirementParameters, requirementsSql } from '../../functions/act/requirements.ts'
import { modelSql } from '../../functions/act/rows_of_model.ts'
import { isOnEvents } from '../../functions/act/triggers.ts'
import type { Parameters } from '../../functions/google/warehouse.ts'
import type { Action } from '../../schemas/action.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { QueryParameter } from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import type { SqlSource } from './sources.ts'

/** Parameters without values. */
function untold(parameters: Parameters): QueryParameter[] {
  return Object.entries(parameters).map(([name, [type]]) => ({
    name,
    parameterType: typeof type === 'string' ? { type } : { type: 'ARRAY', arrayType: { type: type[0] } },
  }))
}

const candidate = { firingId: '', subject: '', hop: 1, receivedAt: '', at: '1970-01-01T00:00:00Z', value: {} }

export function actionSources(actions: readonly Action[], locate: Locate): readonly SqlSource[] {
  return actions.flatMap((action): SqlSource[] => {
    const { name, trigger, requires } = action
    const model: SqlSource[] = isOnEvents(trigger)
      ? []
      : [
          { name: `model of action ${name}`, text: trigger.model(locate) },
          {
            name: `rows of action ${name}`,
            text: modelSql(locate, action, trigger),
            parameters: untold({ after: ['STRING', ''] }),
          },
        ]
    if (requires.length === 0) return model
    const parameters = untold(requirementParameters(action, [candidate]))
    return [
      ...model,
      { name: `requirements of action ${name}`, text: requirementsSql(locate, action), parameters },
    ]
  })
}
