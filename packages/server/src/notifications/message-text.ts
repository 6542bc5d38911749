import { fromVisible, hasVisible, shortText } from '@player-support/contract/visible-text';

/** Without the ellipsis. */
const MAX_LENGTH = 79;

/** For a text without visible characters. Two adjacent backticks begin no code. */
const NOTHING = '…';

/** Never empty, so that a text can begin no lines and end no formats. */
export function oneLine(text: string): string {
  const line = fromVisible(text)
    .replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();
  return hasVisible(line) ? shortText(line, MAX_LENGTH) : NOTHING;
}

/** Such as `#4821 Lost my sword`. */
export const ticketName = ({ number, subject }: { readonly number: number | null; readonly subject: string }) =>
  number === null ? oneLine(subject) : `#${number} ${oneLine(subject)}`;

/** Links a ticket in the console. Null without a PUBLIC_URL. */
export const ticketUrl = (publicUrl: string, id: string) => (publicUrl === '' ? null : `${publicUrl}/tickets/${id}`);
