import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The server is asked when nothing was typed for this time. */
const QUIET_MS = 200;

/** The text of the field. It becomes the query when the member stops typing. */
export function useSearchField(query: string, setQuery: (query: string) => void) {
  const [text, setText] = useState(query);
  const [sent, setSent] = useState(query);
  const [seen, setSeen] = useState(query);
  const send = useDebouncedCallback((typed: string) => {
    setSent(typed.trim());
    setQuery(typed.trim());
  }, QUIET_MS);
  if (seen !== query) {
    setSeen(query);
    // Another address was opened, for example with Back.
    if (query !== sent) setText(query);
  }
  return {
    text,
    /** Whether the query is not yet what the field says. */
    isTyping: text.trim() !== query,
    type(typed: string): void {
      setText(typed);
      send(typed);
    },
    /** Searches at once. */
    flush: () => send.flush(),
  };
}
