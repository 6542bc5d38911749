import { keptSession } from './kept-session.ts';

/** Another member has signed in in another tab. Tabs share the cookie. */
export function isReplaced(memberId: string): boolean {
  return (keptSession()?.member.id ?? memberId) !== memberId;
}

export function watchSignIns(memberId: string, onReplaced: () => void): () => void {
  const check = () => isReplaced(memberId) && onReplaced();
  addEventListener('storage', check);
  return () => removeEventListener('storage', check);
}
