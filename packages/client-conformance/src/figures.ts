import type { Kind } from './judge.ts';

/** Why a history failed. Crashed: the driver ended. Stuck: the client did not finish or answer. */
export type Failed = Kind | 'crashed' | 'stuck';

export interface Figures {
  histories: number;
  tickets: number;
  replies: number;
  files: number;
  /** Requests that sent a part of a file. */
  parts: number;
  /** Kills between the upload of a file and its message. */
  killsAfterUpload: number;
  /** Kills during an upload in parts, mostly between two parts. */
  killsInParts: number;
  inboxMessages: number;
  kills: number;
  requests: number;
  readonly faults: Map<string, number>;
  readonly found: Map<Failed, number>;
}

export const noFigures = (): Figures => ({
  histories: 0,
  tickets: 0,
  replies: 0,
  files: 0,
  parts: 0,
  killsAfterUpload: 0,
  killsInParts: 0,
  inboxMessages: 0,
  kills: 0,
  requests: 0,
  faults: new Map(),
  found: new Map(),
});
