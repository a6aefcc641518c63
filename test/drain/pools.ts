/** Drain tests: the worker pools of a local stack, and the modes of its subscriptions. */
import { readFile } from 'node:fs/promises'
import { program } from '../../infra/program.ts'
import { applyPubsub } from '../../local/apply/pubsub.ts'
import { emulator } from '../../local/pulumi/emulate.ts'
import { runProgram } from '../../local/pulumi/run.ts'
import { readStackConfig } from '../../local/pulumi/settings.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import { modeOf, type DrainedFunction, type ModeFacts, type SubscriptionMode } from '../../schemas/drain.ts'

export const drained = { store: true, forward: true }

/** Kills the process of a worker pool as a crash does. The stack starts it again. Returns false if it is not running. */
export async function killPool(stackPid: number, name: DrainedFunction): Promise<boolean> {
  const children = await readFile(`/proc/${stackPid}/task/${stackPid}/children`, 'utf8')
  for (const pid of children.split(' ').filter(Boolean)) {
    const [command, env] = await Promise.all(
      ['cmdline', 'environ'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
    )
    if (!command!.includes(`--target=${name}\0`) || !env!.includes('\0DRAIN=')) continue
    process.kill(Number(pid), 'SIGKILL')
    return true
  }
  return false
}

/** Pub/Sub's answer for one subscription. */
export interface FoundSubscription extends ModeFacts {
  ackDeadlineSeconds: number
}

export async function subscriptionOf(
  { pubsubHost, project, token }: StackInfo,
  id: string,
): Promise<FoundSubscription> {
  const answer = await fetch(`http://${pubsubHost}/v1/projects/${project}/subscriptions/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as FoundSubscription
}

export async function modeOfSubscription(facts: StackInfo, id: string): Promise<SubscriptionMode> {
  return modeOf(await subscriptionOf(facts, id))
}

/** Applies the bus of the program with other settings to the running stack, as `pulumi up` does while events flow. */
export async function applySettings(
  facts: StackInfo,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { config, secretKeys } = await readStackConfig(facts.configFile, {
    thirdPartyUrl: facts.thirdPartyUrl,
  })
  const graph = await runProgram({
    program: () => program({ warn: () => {} }),
    project: 'sluice',
    stack: 'local',
    config: { ...config, ...settings },
    secretKeys,
    emulate: emulator({
      project: facts.project,
      uriOf: (name) => facts.functions[name] ?? 'http://127.0.0.1:9',
    }),
  })
  const service = { url: `http://${facts.pubsubHost}`, authorization: `Bearer ${facts.token}` }
  await applyPubsub(graph, service, facts.project)
}
