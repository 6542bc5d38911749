const MAX_LENGTH = 80;

/** One line, so that a text cannot begin lines of its own. */
export function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : line;
}

/** The address of a ticket in the console. Null without a PUBLIC_URL. */
export const ticketUrl = (publicUrl: string, id: string) => (publicUrl === '' ? null : `${publicUrl}/tickets/${id}`);
