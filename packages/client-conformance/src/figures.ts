import type { Kind } from './judge.ts';

/** What happened in histories. */
export interface Figures {
  histories: number;
  tickets: number;
  replies: number;
  files: number;
  /** Requests that sent a part of a file. */
  parts: number;
  /** Kills when a file was uploaded, and its message not sent. */
  killsAfterUpload: number;
  /** Kills when an upload in parts had begun, most of them between two parts. */
  killsInParts: number;
  inboxMessages: number;
  kills: number;
  requests: number;
  /** Requests by what happened to them. */
  readonly faults: Map<string, number>;
  /** Histories that failed, by the reason. Stuck: the client did not finish or not answer. */
  readonly found: Map<Kind | 'stuck', number>;
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
