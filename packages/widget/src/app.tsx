import { ChatIcon } from './ui/icons.tsx';
import type { UiProps } from './ui/ui.ts';
import type { View } from './view.ts';
import { SentData } from './views/data.tsx';
import { Home } from './views/home.tsx';
import { InboxMessage } from './views/message.tsx';
import { NewTicket } from './views/new-ticket.tsx';
import { Ticket } from './views/ticket.tsx';

export interface AppProps extends UiProps {
  readonly view: View;
  readonly isOpen: boolean;
  readonly hasLauncher: boolean;
  readonly isDark: boolean;
}

export function App({ ui, view, isOpen, hasLauncher, isDark }: AppProps) {
  const { language } = ui;
  return (
    <div class={isDark ? 'root dark' : 'root'} lang={language.tag} dir={language.direction}>
      {hasLauncher && <Launcher ui={ui} isOpen={isOpen} />}
      {isOpen && (
        <dialog class="dialog" part="panel" aria-labelledby="title">
          <div class="panel">
            <ViewOf key={JSON.stringify(view)} ui={ui} view={view} />
            <div class="hidden" role="status">
              {ui.state.news && ui.text('newReply', { text: ui.state.news })}
            </div>
          </div>
        </dialog>
      )}
    </div>
  );
}

function Launcher({ ui: { state, text, open }, isOpen }: UiProps & { isOpen: boolean }) {
  return (
    <button type="button" class="launcher" part="launcher" aria-haspopup="dialog" aria-expanded={isOpen} onClick={open}>
      <ChatIcon />
      <span class="hidden">{text('openLabel')}</span>
      {state.unread > 0 && (
        <span class="badge" part="badge">
          <span aria-hidden="true">{state.unread > 99 ? '99+' : state.unread}</span>
          <span class="hidden">{text('unreadLabel', { count: state.unread })}</span>
        </span>
      )}
    </button>
  );
}

function ViewOf({ ui, view }: UiProps & { view: View }) {
  switch (view.name) {
    case 'tickets':
    case 'inbox':
      return <Home ui={ui} tab={view.name} />;
    case 'ticket':
      return <Ticket ui={ui} id={view.id} />;
    case 'new':
      return <NewTicket ui={ui} />;
    case 'message':
      return <InboxMessage ui={ui} id={view.id} />;
    case 'data':
      return <SentData ui={ui} />;
  }
}
