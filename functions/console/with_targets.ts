/** Console: the endpoints that need targets, rules and links. These are loaded on the first request: few instances ever get one. */
import type { Request, HandlerResponse } from '../serving/answer.ts'
import type { Environment } from '../../schemas/environment.ts'
import { readConsentDefaults, readDerivedFields, readDestinations, readSources } from '../serving/settings.ts'
import { requireQueryToken } from './credentials.ts'
import type { OperationRecorder } from './record_operation.ts'
import type { QueryContext, RunStatement } from './run_query.ts'

type Endpoint = (request: Request, run: RunStatement) => Promise<HandlerResponse>

/** Makes the endpoints. `recorderOf` returns the recorder of a request. */
export function endpointsWithTargets(
  environment: Environment<'console'>,
  context: QueryContext,
  recorderOf: (headers: Request['headers'], run: RunStatement) => OperationRecorder,
) {
  const destinations = () => readDestinations(environment.DESTINATIONS)
  const consentDefaults = () => readConsentDefaults(environment.CONSENT_DEFAULTS)
  const sources = () => readSources(environment.SOURCES)
  const now = () => new Date(context.now())
  let explainEvents: ((body: Buffer, run: RunStatement) => Promise<HandlerResponse>) | undefined

  const explain: Endpoint = async ({ body }, run) => {
    const { explainAs } = await import('./explain.ts')
    const { compileDerive } = await import('../event/derive.ts')
    const derive = compileDerive(readDerivedFields(environment.DERIVED_FIELDS))
    return (explainEvents ??= explainAs(
      destinations(),
      { consentDefaults: consentDefaults(), sources: sources(), derive },
      now,
    ))(body, run)
  }
  const coverage: Endpoint = async ({ body }, run) => {
    const { showCoverage } = await import('./coverage.ts')
    return showCoverage(body, run, { destinations: destinations(), now })
  }
  const tryRule: Endpoint = async ({ body }, run) => {
    const { tryRule: tried } = await import('./try_rule.ts')
    const settings = { destinations: destinations(), consentDefaults: consentDefaults(), sources: sources() }
    return tried(body, run, settings)
  }
  const tryChange: Endpoint = async ({ body }, run) => {
    const { tryChange: tried } = await import('./try_change.ts')
    const settings = { destinations: destinations(), consentDefaults: consentDefaults(), sources: sources() }
    return tried(body, run, settings, now)
  }
  const showDestinations: Endpoint = async ({ path, headers }, run) => {
    const { showDestinations: show } = await import('./destinations.ts')
    const authorization = requireQueryToken(headers)
    return show({ path, authorization, destinations: destinations() }, run, context)
  }
  const pause: Endpoint = async ({ path, headers }, run) => {
    const { pauseOrResume } = await import('./pause.ts')
    const { FORWARD_URL: forwardUrl, PUSH_ACCOUNT: pushAccount } = environment
    const ids = destinations().map(({ id }) => id)
    const asked = { path, authorization: requireQueryToken(headers), destinations: ids }
    return pauseOrResume(asked, { ...context, forwardUrl, pushAccount }, recorderOf(headers, run))
  }
  return { explain, coverage, tryRule, tryChange, showDestinations, pause }
}
