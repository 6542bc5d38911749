import type { QueueTicketResponse } from '@player-support/contract/team/queue';

/** Such as `#4821`. Before the ticket has a number: the end of its id. */
export const quoted = ({ id, number }: Pick<QueueTicketResponse, 'id' | 'number'>) => `#${number ?? id.slice(-6)}`;
