/** Local stack: the Pulumi program with the targets as their source declares them: the file that `pulumi up` reads them from may not be
 * built yet. */
import * as targets from '../../functions/targets/index.ts'
import type { Outputs } from '../../infra/outputs.ts'
import { program as deployed } from '../../infra/program.ts'
import { declared } from '../../infra/targets.ts'

export const declaredTargets = declared(Object.values(targets))

export const program = (): Outputs => deployed(declaredTargets)
