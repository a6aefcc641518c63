/** Demo: writes the text that `sluice demo` prints once the demo runs. Pure. */
import type { StackInfo } from '../stack_info.ts'

/** `seconds`: how long the start took. */
export function demoGreeting(
  { consoleUrl, thirdPartyUrl }: Pick<StackInfo, 'consoleUrl' | 'thirdPartyUrl'>,
  dir: string,
  seconds: number,
): string {
  return `The demo runs, after ${seconds.toFixed(0)} s. Events arrive all the time.

  Console     ${consoleUrl}
  Third party ${thirdPartyUrl}/   every request to a vendor; make one throttle, refuse or hang

What to look at:

  TikTok rejects its credentials: ${consoleUrl}destinations/tiktok_ads
  Mistyped and broken messages:   ${consoleUrl}quarantine
  Orders that were never sent:    ${consoleUrl}dead
  Syncs, actions and an audience: ${consoleUrl}automations
  A file of another system:       ${consoleUrl}connections/till_receipts

Other commands find the demo by its folder:

  npx sluice runs --data-dir ${dir}

Press Ctrl-C to stop. The data is kept; npx sluice demo --reset removes it.`
}
