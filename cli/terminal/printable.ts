/** Command line: text that others wrote, such as the id of an event, for a terminal. Pure. */

/** The text on one line. Control characters, which could move the cursor or change what stands before, and those that change the direction of the text
 * are escaped. https://unicode.org/reports/tr36/#Bidirectional_Text_Spoofing */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
