import { MAX_MACROS_PER_REPLY, MAX_TAGS } from '@player-support/contract/limits';
import { ownLocales } from '@player-support/contract/locales';
import type { MacroActions, MacroResponse } from '@player-support/contract/team/macros';
import type { Draft, DraftChanges } from '../outbox/drafts.ts';

/** The text of a macro for a player. @param locale as the game sent it */
export function macroText({ body, texts }: Pick<MacroResponse, 'body' | 'texts'>, locale: string | null): string {
  const byLocale = new Map(Object.entries(texts));
  const best = ownLocales(locale).find((one) => byLocale.has(one));
  return (best === undefined ? undefined : byLocale.get(best)) ?? body;
}

/** What actions change in a ticket. @param memberId the author of the reply */
function changesOf({ status, priority, addTags, assignee }: MacroActions, memberId: string): DraftChanges {
  const assigneeId = assignee === 'nobody' ? null : assignee === 'me' ? memberId : assignee;
  return {
    // A reply without a status makes the ticket pending.
    ...(status === undefined || status === 'pending' ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(addTags === undefined ? {} : { addTags }),
    ...(assigneeId === undefined ? {} : { assigneeId }),
  };
}

/** Whether actions change something else than the status. */
export function changesMoreThanStatus({ priority, addTags = [], assignee }: MacroActions): boolean {
  return priority !== undefined || addTags.length > 0 || assignee !== undefined;
}

/** A draft of a reply after a macro was inserted. Later macros win over earlier ones. */
export function withMacro(draft: Draft, { id, actions }: MacroResponse, memberId: string): Draft {
  const macroIds = [...new Set([...(draft.macroIds ?? []), id])].slice(-MAX_MACROS_PER_REPLY);
  const added = changesOf(actions, memberId);
  if (Object.keys(added).length === 0) return { ...draft, macroIds };
  const tags = [...new Set([...(draft.changes?.addTags ?? []), ...(added.addTags ?? [])])].slice(0, MAX_TAGS);
  const changes = { ...draft.changes, ...added, ...(tags.length === 0 ? {} : { addTags: tags }) };
  return { ...draft, macroIds, changes };
}

/** A draft without one of its changes. Undefined as the tag: the whole field. */
export function withoutChange(draft: Draft, field: keyof DraftChanges, tag?: string): Draft {
  const { [field]: _, ...others } = draft.changes ?? {};
  const addTags = tag === undefined ? [] : (draft.changes?.addTags ?? []).filter((one) => one !== tag);
  const changes = addTags.length === 0 ? others : { ...others, addTags };
  return { ...draft, changes: Object.keys(changes).length === 0 ? undefined : changes };
}
