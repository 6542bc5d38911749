import { ownLocales } from '@player-support/contract/locales';
import type { MacroActions, MacroResponse } from '@player-support/contract/team/macros';
import type { DraftChanges } from './outbox/drafts.ts';

export function macroText({ body, texts }: Pick<MacroResponse, 'body' | 'texts'>, locale: string | null): string {
  const byLocale = new Map(Object.entries(texts));
  const best = ownLocales(locale).find((one) => byLocale.has(one));
  return (best === undefined ? undefined : byLocale.get(best)) ?? body;
}

export function changesOf({ status, priority, addTags, assignee }: MacroActions, memberId: string): DraftChanges {
  const assigneeId = assignee === 'nobody' ? null : assignee === 'me' ? memberId : assignee;
  return {
    // A reply without a status makes the ticket pending.
    ...(status === undefined || status === 'pending' ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(addTags === undefined ? {} : { addTags }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
  };
}

export function changesMoreThanStatus({ priority, addTags = [], assignee }: MacroActions): boolean {
  return priority !== undefined || addTags.length > 0 || assignee !== undefined;
}
