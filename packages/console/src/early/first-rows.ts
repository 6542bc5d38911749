import type { TicketView } from '@player-support/contract/enums';
import type { TicketQueueResponse } from '@player-support/contract/team/queue';
import { playerName } from '../data/player-name.ts';
import { foldRows } from '../data/queue/fold-rows.ts';

/**
 * Shows the queue's tickets as text in the console's place, seconds earlier on a slow network. A
 * click opens the ticket.
 */
export async function showFirstRows(
  response: Promise<Response>,
  view: TicketView,
  open: (ticketId: string) => void,
): Promise<void> {
  const answer = await response;
  if (!answer.ok) return;
  // The console takes the response too.
  const { tickets }: TicketQueueResponse = await answer.clone().json();
  const rows = foldRows(tickets, view, () => false).map(({ row }) => {
    const item = document.createElement('p');
    item.addEventListener('click', ({ ctrlKey, metaKey, shiftKey, altKey }) => {
      // It is no link, so it opens no tab. A marked text is for copying.
      if (ctrlKey || metaKey || shiftKey || altKey || !getSelection()?.isCollapsed) return;
      document.querySelector('.first-paint-opened')?.classList.remove('first-paint-opened');
      item.classList.add('first-paint-opened');
      open(row.id);
    });
    const player = playerName({ userId: row.userId, id: row.playerId });
    item.append(line('b', row.subject), line('small', `${player}  ${row.lastMessagePreview}`));
    return item;
  });
  document.querySelector('.first-paint-main')?.replaceChildren(...rows);
}

/** Text of a player, so never HTML. */
function line(name: 'b' | 'small', text: string): HTMLElement {
  const element = document.createElement(name);
  element.dir = 'auto';
  element.textContent = text;
  return element;
}
