const KEY = 'signed-in-member';

/** Tells the other tabs of this browser, which have the same cookie, who has signed in. */
export function rememberSignIn(memberId: string): void {
  try {
    localStorage.setItem(KEY, memberId);
  } catch {
    // Without storage nothing can wait to be sent in another tab.
  }
}

/** Whether another member has signed in since, in another tab. */
export function isReplaced(memberId: string): boolean {
  try {
    return (localStorage.getItem(KEY) ?? memberId) !== memberId;
  } catch {
    return false;
  }
}

/** Calls `onReplaced` when another member signs in in another tab. */
export function watchSignIns(memberId: string, onReplaced: () => void): () => void {
  const check = () => isReplaced(memberId) && onReplaced();
  addEventListener('storage', check);
  return () => removeEventListener('storage', check);
}
