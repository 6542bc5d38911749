/** Every visible tab shares this lock. The browser releases it when a tab closes. */
const visibleName = (memberId: string) => `visible-tab:${memberId}`;
/** One tab of the browser has this lock. */
const leaderName = (memberId: string) => `desktop-notifications:${memberId}`;

/** Tells the other tabs. Returns a function that stops it. */
export function reportVisibility(memberId: string): () => void {
  const name = visibleName(memberId);
  const channel = new BroadcastChannel(name);
  let release: (() => void) | undefined;
  const hide = () => {
    release?.();
    release = undefined;
  };
  const update = () => {
    if (document.visibilityState !== 'visible') return hide();
    if (release !== undefined) return;
    const hidden = Promise.withResolvers<void>();
    release = hidden.resolve;
    void navigator.locks.request(name, { mode: 'shared' }, () => hidden.promise);
    channel.postMessage('visible');
  };
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    hide();
    channel.close();
  };
}

async function isAnyVisible(name: string): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].some((lock) => lock.name === name && lock.mode === 'shared');
}

/**
 * Runs `whileHidden` in one tab while none is visible. Its signal aborts when one becomes visible.
 */
export async function watchHidden(
  memberId: string,
  stopped: AbortSignal,
  whileHidden: (ended: AbortSignal) => Promise<void>,
): Promise<void> {
  const name = visibleName(memberId);
  const lead = async () => {
    const channel = new BroadcastChannel(name);
    try {
      while (!stopped.aborted) {
        const shown = new AbortController();
        channel.onmessage = () => shown.abort();
        // Waits until no tab shares it.
        await navigator.locks.request(name, { signal: stopped }, () => undefined);
        // This tab may get the lock after another became visible.
        if (!(await isAnyVisible(name))) await whileHidden(AbortSignal.any([shown.signal, stopped]));
      }
    } finally {
      channel.close();
    }
  };
  try {
    await navigator.locks.request(leaderName(memberId), { signal: stopped }, lead);
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}
