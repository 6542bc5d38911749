import { type Static, Type } from 'typebox';
import { MAX_HELD_PER_REQUEST, MAX_ID_LENGTH, MAX_KNOWN_TEXTS } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Count } from './fields.ts';
import { StormMode } from './projects.ts';

export const KnownText = NamedObject(
  'KnownText',
  {
    textKey: Type.String({
      description:
        'The same for texts that differ only in case, digits or punctuation. Kept tickets with `playersWroteMore` have a key of their own.',
    }),
    count: Count,
    playersWroteMore: Type.Boolean({
      description:
        'Whether the player of each of these tickets sent another message after the first one. These tickets were kept when their text was deleted.',
    }),
    ticketId: Type.String({ description: 'One of the tickets.' }),
    subject: Type.String({ description: 'The subject of this ticket.' }),
    message: Type.String({ description: 'The beginning of its first message.' }),
    firstAt: DateTime('When the first of the tickets was created.'),
    lastAt: DateTime('When the last of the tickets was created.'),
  },
  { description: 'Held tickets with the same text.' },
);
export type KnownText = Static<typeof KnownText>;

export const HeldTicketsResponse = NamedObject('HeldTicketsResponse', {
  at: DateTime('When the server counted. Send it as `until` to change what you saw, and nothing newer.'),
  stormMode: StormMode,
  holdingSince: Nullable(DateTime('Since when new tickets of new players are held. null: they are not.')),
  count: Count,
  capped: Type.Boolean({ description: 'Whether there may be more held tickets than `count`.' }),
  knownTexts: Type.Array(KnownText, {
    maxItems: MAX_KNOWN_TEXTS,
    description: `The texts that two held tickets or more have, the most frequent first, at most ${MAX_KNOWN_TEXTS}.`,
  }),
});
export type HeldTicketsResponse = Static<typeof HeldTicketsResponse>;

const selectionFields = {
  ticketIds: Type.Optional(
    Type.Array(Text({ max: 200 }), {
      minItems: 1,
      maxItems: MAX_HELD_PER_REQUEST,
      description: 'These tickets. Without them, send `until`.',
    }),
  ),
  until: Type.Optional(
    Text({
      max: 35,
      description:
        'All held tickets that were created at this time or before: a date-time, such as when you looked at them.',
    }),
  ),
  textKey: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'Only those with this text. Needs `until`.' })),
};

export const ReleaseHeldTicketsRequest = ClosedObject('ReleaseHeldTicketsRequest', selectionFields);
export const DeleteHeldTicketsRequest = ClosedObject('DeleteHeldTicketsRequest', selectionFields);
export type HeldTicketsRequest = Static<typeof ReleaseHeldTicketsRequest>;

export const ChangedHeldTicketsResponse = NamedObject('ChangedHeldTicketsResponse', {
  tickets: Type.Array(Type.String(), { description: 'The ids of the tickets that this request changed.' }),
  more: Type.Boolean({ description: 'Whether more of these tickets are held. Then send the request again.' }),
});
