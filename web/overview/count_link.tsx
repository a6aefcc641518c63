/** Overview: shows a number as a link to the rows behind it. */
import type { ComponentChildren } from 'preact'
import { count } from '../parts/format.ts'

interface CountLinkProps {
  value: number
  /** Address of the rows; without it, the number is no link. */
  href: string | undefined
  /** What is counted, for screen readers: `events stored`. Not if the text says it. */
  of?: string
  /** Text of the link. Default: the number. */
  children?: ComponentChildren
}

/** Zero is no link, because there are no rows. */
export function CountLink({ value, href, of, children = count(value) }: CountLinkProps) {
  if (value === 0 || href === undefined) return <>{children}</>
  return (
    <a class="rows" href={href} aria-label={of && `${count(value)} ${of}`}>
      {children}
    </a>
  )
}
