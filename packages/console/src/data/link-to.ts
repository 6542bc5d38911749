import type { KnownIssueResponse } from '@player-support/contract/team/known-issues';
import type { TicketChange } from './queue/queue-rows.ts';

export type LinkChange = Pick<TicketChange, 'knownIssueId' | 'issueTitle'>;

export const linkTo = ({ id, title }: Pick<KnownIssueResponse, 'id' | 'title'>): LinkChange => ({
  knownIssueId: id,
  issueTitle: title,
});
