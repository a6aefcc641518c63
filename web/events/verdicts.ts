/** Events: asks what would happen to a stored event now, by the code that decides and sends. Asked when it is first needed. */
import { useState } from 'preact/hooks'
import type { DeliveryPreview } from '../../schemas/delivery_preview.ts'
import type { Failure } from '../api.ts'
import { postSignedIn } from '../signed_in_api.ts'

export interface Verdicts {
  previews: readonly DeliveryPreview[] | undefined
  failure: Failure | undefined
  isLoading: boolean
  read: () => void
}

interface ExplainResponse {
  results: readonly [{ destinations: readonly DeliveryPreview[] }]
}

export function useVerdicts(stored: { event_id: string; received_at: string }): Verdicts {
  const [state, setState] = useState<Omit<Verdicts, 'read'>>({
    previews: undefined,
    failure: undefined,
    isLoading: false,
  })
  const read = (): void => {
    setState({ previews: undefined, failure: undefined, isLoading: true })
    void postSignedIn<ExplainResponse>('/v1/console/explain', { stored }).then((result) =>
      setState({
        previews: result.ok ? result.body.results[0].destinations : undefined,
        failure: result.ok ? undefined : result.failure,
        isLoading: false,
      }),
    )
  }
  return { ...state, read }
}
