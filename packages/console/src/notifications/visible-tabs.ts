/** Every visible tab shares this lock. The browser releases it when a tab closes or crashes. */
const visibleName = (memberId: string) => `visible-tab:${memberId}`;
/** One tab of the browser has this lock. */
const leaderName = (memberId: string) => `desktop-notifications:${memberId}`;

/** Lets the other tabs know when this one is visible. Returns how to stop it. */
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
 * Calls `whileHidden` each time that no tab of the console is visible, and in only one tab of the
 * browser. Its signal aborts when a tab becomes visible, or with `stopped`.
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
        // A tab that became visible while this one waited got the lock only after it.
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
