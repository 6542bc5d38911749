import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The server is asked after this time without typing. */
const QUIET_MS = 200;

/** Keeps the text. It becomes the query when the member stops typing. */
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
    // Another address was opened, such as with Back.
    if (query !== sent) setText(query);
  }
  return {
    text,
    /** The query is older than the field. */
    isTyping: text.trim() !== query,
    type(typed: string): void {
      setText(typed);
      send(typed);
    },
    /** Searches at once. */
    flush: () => send.flush(),
  };
}
