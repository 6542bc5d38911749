import type { TeamMessageResponse, TeamTicketResponse } from '@player-support/contract/team/tickets';
import { useState } from 'react';
import { useMember } from '../app/session.ts';
import { openVariables, type VariableValues } from '../macros/variables.ts';
import { type Draft, type MessageKind, sameAgain } from '../outbox/drafts.ts';
import { useSending } from '../outbox/sending.tsx';
import { newerFromOthers, newestPublic } from './timeline.ts';

export type ReplyStatus = 'resolved' | 'closed';

/** What stands between a message and its sending, until the writer has answered. */
export type Check =
  | { readonly why: 'variables'; readonly names: readonly string[]; readonly status: ReplyStatus | undefined }
  | {
      readonly why: 'changed';
      readonly newer: readonly TeamMessageResponse[];
      readonly status: ReplyStatus | undefined;
    };
export type Answer = 'send' | 'edit' | 'discard';

interface Options {
  readonly ticket: TeamTicketResponse;
  readonly kind: MessageKind;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly values: VariableValues;
  readonly onDone: () => void;
}

/** Sends a draft, unless there is something that its writer should see first. */
export function useSend({ ticket, kind, draft, setDraft, values, onDone }: Options) {
  const { id: memberId } = useMember();
  const { outbox } = useSending();
  const [asked, setAsked] = useState<Check>();
  const newer = kind === 'reply' && draft.text !== '' ? newerFromOthers(ticket.messages, draft.seen, memberId) : [];
  const newest = newestPublic(ticket.messages)?.id;
  // The server has refused it: asked at once, as soon as what is new is here.
  const failure = draft.failure?.slug === 'ticket-changed' && newer.length > 0 ? draft.failure : undefined;
  const refused: Check | undefined = failure && { why: 'changed', newer, status: failure.entry.status };
  const check = asked ?? refused;

  const post = (status: ReplyStatus | undefined) => {
    const message = { ticketId: ticket.id, subject: ticket.subject, kind, message: draft.text, status, seen: newest };
    outbox.add(newer.length === 0 ? sameAgain(message, draft.failure) : { ...message, id: crypto.randomUUID() });
    setDraft({ text: '' });
    if (status !== undefined) onDone();
  };
  const send = (status: ReplyStatus | undefined, passed: readonly Check['why'][] = []) => {
    const { unknown, missing, fillable } = openVariables(draft.text, values);
    const names = [...unknown, ...missing, ...fillable];
    if (newer.length > 0 && !passed.includes('changed')) setAsked({ why: 'changed', newer, status });
    else if (names.length > 0 && !passed.includes('variables')) setAsked({ why: 'variables', names, status });
    else post(status);
  };
  const answer = (said: Answer) => {
    setAsked(undefined);
    if (check === undefined) return;
    if (said === 'discard') return setDraft({ text: '' });
    if (said === 'send') return send(check.status, check.why === 'changed' ? ['changed'] : ['changed', 'variables']);
    // He has seen it now.
    if (check.why === 'changed') setDraft({ text: draft.text, seen: newest });
  };
  return { check, newer, send: (status?: ReplyStatus) => send(status), answer };
}
