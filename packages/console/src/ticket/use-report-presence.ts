import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';

/** The server forgets whoever has not said so for 40 seconds. In milliseconds, as is the next one. */
const SAY_EVERY = 15_000;
/** Who only passes through is not there. */
const STAYS_AFTER = 300;
/** Who has not typed for so long is only viewing. */
const WRITING_FOR = 10_000;

/** Says that the member is on the ticket, while the tab is seen; call what it returns whenever he types. */
export function useOwnPresence(ticketId: string): () => void {
  const visible = useDocumentVisibility() !== 'hidden';
  const [typedAt, setTypedAt] = useState(0);
  const [writing, setWriting] = useState(false);
  const said = useRef(false);
  useEffect(() => {
    if (typedAt === 0) return;
    setWriting(true);
    const timer = setTimeout(() => setWriting(false), WRITING_FOR);
    return () => clearTimeout(timer);
  }, [typedAt]);
  useEffect(() => {
    if (!visible) return;
    // Lost words are no harm: it is said again.
    const say = () => {
      said.current = true;
      void api.post('/presence', { body: { ticketId, state: writing ? 'writing' : 'viewing' } }).catch(() => undefined);
    };
    const first = setTimeout(say, STAYS_AFTER);
    const timer = setInterval(say, SAY_EVERY);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [ticketId, visible, writing]);
  useEffect(() => {
    const gone = () => {
      if (!said.current) return;
      said.current = false;
      void api.post('/presence', { body: { ticketId, state: 'gone' }, keepalive: true }).catch(() => undefined);
    };
    if (!visible) {
      setWriting(false);
      return gone();
    }
    addEventListener('pagehide', gone);
    return () => {
      removeEventListener('pagehide', gone);
      gone();
    };
  }, [ticketId, visible]);
  // Once a second is enough to know.
  return useCallback(() => setTypedAt((before) => (Date.now() - before > 1000 ? Date.now() : before)), []);
}
