import { PlusIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';
import { Frame, Scroller } from './frame.tsx';
import { InboxList } from './inbox-list.tsx';
import { TicketList } from './ticket-list.tsx';

export function Home({ ui, tab }: UiProps & { tab: 'tickets' | 'inbox' }) {
  const { text, state, go, replace } = ui;
  return (
    <Frame
      ui={ui}
      title={text('title')}
      footer={
        <>
          <button type="button" class="button primary wide" data-key="new" onClick={() => go({ name: 'new' })}>
            <PlusIcon />
            {text('newTicket')}
          </button>
          <button type="button" class="link" data-key="data" onClick={() => go({ name: 'data' })}>
            {text('whatWeSend')}
          </button>
        </>
      }
    >
      <nav class="tabs">
        {(['tickets', 'inbox'] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-current={name === tab ? 'page' : undefined}
            data-key={name}
            onClick={() => replace({ name })}
          >
            {text(name)}
            {name === 'inbox' && state.unread > 0 && (
              <span class="count" role="img" aria-label={text('unreadLabel', { count: state.unread })}>
                {state.unread}
              </span>
            )}
          </button>
        ))}
      </nav>
      <Scroller key={tab} label={text(tab)}>
        {tab === 'tickets' ? <TicketList ui={ui} /> : <InboxList ui={ui} />}
      </Scroller>
    </Frame>
  );
}
