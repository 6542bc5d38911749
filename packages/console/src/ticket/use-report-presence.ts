import { useDocumentVisibility } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../api/client.ts';

/** The server forgets a presence after 40 seconds. */
const REPORT_INTERVAL_MS = 15_000;
/** A ticket left sooner is not reported. */
const FIRST_REPORT_MS = 300;
/** After this time without typing, the member is viewing. */
const WRITING_MS = 10_000;

/** Reports the open ticket of a visible tab. Call the returned function while typing. */
export function useReportPresence(ticketId: string): () => void {
  const visible = useDocumentVisibility() !== 'hidden';
  const [typedAt, setTypedAt] = useState(0);
  const [writing, setWriting] = useState(false);
  const isReported = useRef(false);
  useEffect(() => {
    if (typedAt === 0) return;
    setWriting(true);
    const timer = setTimeout(() => setWriting(false), WRITING_MS);
    return () => clearTimeout(timer);
  }, [typedAt]);
  useEffect(() => {
    if (!visible) return;
    // After a failure, the next report follows.
    const report = () => {
      isReported.current = true;
      void api.post('/presence', { body: { ticketId, state: writing ? 'writing' : 'viewing' } }).catch(() => undefined);
    };
    const first = setTimeout(report, FIRST_REPORT_MS);
    const timer = setInterval(report, REPORT_INTERVAL_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [ticketId, visible, writing]);
  useEffect(() => {
    const reportGone = () => {
      if (!isReported.current) return;
      isReported.current = false;
      void api.post('/presence', { body: { ticketId, state: 'gone' }, keepalive: true }).catch(() => undefined);
    };
    if (!visible) {
      setWriting(false);
      return reportGone();
    }
    addEventListener('pagehide', reportGone);
    return () => {
      removeEventListener('pagehide', reportGone);
      reportGone();
    };
  }, [ticketId, visible]);
  // At most one update per second.
  return useCallback(() => setTypedAt((before) => (Date.now() - before > 1000 ? Date.now() : before)), []);
}
