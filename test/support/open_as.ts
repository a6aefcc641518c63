/** Test support: opens a page of the console, signed in as an account with one role. */
import type { Browser } from 'puppeteer-core'
import type { Role } from '../../local/accounts.ts'
import type { StackInfo } from '../../local/stack_info.ts'
import { openPage, type Look, type Watched } from './browser.ts'
import { tokenOf } from './roles.ts'

/** `path` below `/console/`. The local stack would sign in the developer, who may do everything. */
export async function openAs(
  browser: Browser,
  facts: StackInfo,
  role: Role,
  path: string,
  look: Look = {},
): Promise<Watched> {
  const watched = await openPage(browser, 'about:blank', look)
  const { page } = watched
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/local/token') return void request.continue()
    const body = JSON.stringify({ token: tokenOf(facts, role) })
    return void request.respond({ status: 200, contentType: 'application/json', body })
  })
  await page.goto(`${facts.baseUrl}/console/${path}`)
  return watched
}
