import type { Player, Project, Send } from './api.ts';

/** What players and the team wrote before the benchmark, through the API. */

const SUBJECT = 'Lost my progress after the update';
const QUESTION =
  'Since the update this morning my castle is back at level 3 and the gems that I bought are gone. I was at level 41. ' +
  'My account is linked and I did not change my phone. Please help.';
const REPLY =
  'Hello and thank you for writing. We have found your earlier save and put it back, and the gems are in your account ' +
  'again. Please close the game, start it once more and tell us if anything is still missing.';

export const CONTEXT = {
  appVersion: '2.14.0',
  buildNumber: '21400',
  platform: 'ios',
  locale: 'de-DE',
  deviceModel: 'iPhone17,1',
  osVersion: '26.1',
};

export type LastStatus = 'open' | 'pending' | 'resolved';

/** Of the player's last ones. */
export interface LastIds {
  readonly ticket: string | undefined;
  readonly message: string | undefined;
}

interface Inbox {
  readonly messages: readonly { readonly id: string; readonly type: string; readonly readAt: string | null }[];
}

/** Writes a player's tickets, closed except the last. Replies are read unless it is pending. */
export async function writeHistory(
  send: Send,
  { teamKey, project, player }: { teamKey: string; project: Project; player: Player },
  { tickets, lastStatus }: { tickets: number; lastStatus: LastStatus },
): Promise<LastIds> {
  const { playerAccessToken: token } = player;
  const team = { token: teamKey };
  const inbox = () => send<Inbox>('GET', `/player/inbox?projectPublicKey=${project.publicKey}`, undefined, { token });
  let ticket: string | undefined;
  for (let left = tickets; left > 0; left--) {
    const status = left > 1 ? 'closed' : lastStatus;
    const body = { projectPublicKey: project.publicKey, type: 'bug', subject: SUBJECT, message: QUESTION };
    const { ticketId } = await send<{ ticketId: string }>('POST', '/tickets', body, { token });
    ticket = ticketId;
    if (status === 'open') continue;
    await send('POST', `/team/tickets/${ticketId}/replies`, { message: REPLY }, team);
    if (status === 'pending') continue;
    await send('GET', `/tickets/${ticketId}`, undefined, { token });
    for (const { id, type, readAt } of (await inbox()).messages) {
      if (type === 'ticket_reply' && readAt === null)
        await send('POST', `/player/inbox/${id}/read`, undefined, { token });
    }
    await send('PATCH', `/team/tickets/${ticketId}`, { status }, team);
  }
  return { ticket, message: (await inbox()).messages[0]?.id };
}
