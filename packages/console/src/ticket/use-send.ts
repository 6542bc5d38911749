import { MAX_MENTIONS } from '@player-support/contract/limits';
import type { TeamMessageResponse, TeamTicketResponse } from '@player-support/contract/team/tickets';
import { unfilledVariables, type VariableValues } from '@player-support/contract/variables';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mentionable, mentionedIn } from '../data/find-mentions.ts';
import { type Draft, type MessageKind, withIdempotencyKey } from '../data/outbox/drafts.ts';
import { useSending } from '../data/outbox/sending.tsx';
import { membersQuery } from '../data/queries/members.ts';
import { useMember } from '../data/session/session.ts';
import { newerFromOthers, newestPublic } from './timeline.ts';

export type ReplyStatus = 'resolved' | 'closed';
export interface HowToSend {
  readonly status?: ReplyStatus | undefined;
  /** Stays on this ticket, for once. */
  readonly stays?: boolean;
}

/** The order of the questions. */
const REASONS = ['changed', 'note', 'variables'] as const;
/** Why the member should check the message. `note`: it was written as a note. */
export type Warning =
  | { readonly reason: 'note'; readonly how: HowToSend }
  | { readonly reason: 'variables'; readonly names: readonly string[]; readonly how: HowToSend }
  | { readonly reason: 'changed'; readonly newer: readonly TeamMessageResponse[]; readonly how: HowToSend };
export type Choice = 'send' | 'edit';

interface Options {
  readonly ticket: TeamTicketResponse;
  readonly kind: MessageKind;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly values: VariableValues;
  /** The message is on its way. */
  readonly onSent: (stays: boolean) => void;
}

/** Sends, or returns a warning that the member must answer first. */
export function useSend({ ticket, kind, draft, setDraft, values, onSent }: Options) {
  const { id: memberId } = useMember();
  const { outbox } = useSending();
  const members = useQuery(membersQuery).data?.members ?? [];
  const [shown, setShown] = useState<Warning>();
  const newer = kind === 'reply' && draft.text !== '' ? newerFromOthers(ticket.messages, draft.seen, memberId) : [];
  const newest = newestPublic(ticket.messages)?.id;
  // The server refused the reply. The warning shows when the new messages are loaded.
  const failure = draft.failure?.slug === 'ticket-changed' && newer.length > 0 ? draft.failure : undefined;
  const refused: Warning | undefined = failure && { reason: 'changed', newer, how: { status: failure.entry.status } };
  const warning = shown ?? refused;
  const wasNote = kind === 'reply' && draft.writtenAs === 'note' && draft.text !== '';

  const addToOutbox = ({ status, stays = false }: HowToSend) => {
    const { id: ticketId, subject, projectId } = ticket;
    const mentions = kind === 'note' ? mentionedIn(draft.text, mentionable(members, projectId, memberId)) : [];
    const { files = [] } = draft;
    // A note changes nothing, even if its text was a reply with macros.
    const { macros, macroIds, changes }: Draft = kind === 'note' ? { text: '' } : draft;
    const { status: _, ...others } = changes ?? {};
    const message = {
      ticketId,
      subject,
      kind,
      message: draft.text,
      attachments: files.length > 0 ? files : undefined,
      status,
      seen: newest,
      writtenAs: draft.writtenAs,
      ...(mentions.length === 0 ? {} : { mentions: mentions.slice(0, MAX_MENTIONS) }),
      ...(macroIds === undefined ? {} : { macros, macroIds }),
      ...(changes === undefined ? {} : { changes: others }),
    };
    outbox.add(
      newer.length === 0 ? withIdempotencyKey(message, draft.failure) : { ...message, id: crypto.randomUUID() },
    );
    setDraft({ text: '' });
    onSent(stays);
  };
  const send = (how: HowToSend, accepted: readonly Warning['reason'][] = []) => {
    const { unknown, missing, fillable } = unfilledVariables(draft.text, values);
    const names = [...unknown, ...missing, ...fillable];
    if (newer.length > 0 && !accepted.includes('changed')) setShown({ reason: 'changed', newer, how });
    else if (wasNote && !accepted.includes('note')) setShown({ reason: 'note', how });
    else if (names.length > 0 && !accepted.includes('variables')) setShown({ reason: 'variables', names, how });
    else addToOutbox(how);
  };
  const respond = (choice: Choice) => {
    setShown(undefined);
    if (warning === undefined) return;
    if (choice === 'send') return send(warning.how, REASONS.slice(0, REASONS.indexOf(warning.reason) + 1));
    // The member has now seen the new messages.
    if (warning.reason === 'changed') setDraft({ ...draft, seen: newest, failure: undefined });
  };
  const macroStatus = kind === 'reply' ? draft.changes?.status : undefined;
  return { warning, newer, wasNote, send: (how: HowToSend = {}) => send({ status: macroStatus, ...how }), respond };
}
