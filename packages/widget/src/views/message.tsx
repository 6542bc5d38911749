import { RichText } from '../ui/rich-text.tsx';
import { Time } from '../ui/time.tsx';
import type { UiProps } from '../ui/ui.ts';
import { Frame, Loading, Scroller } from './frame.tsx';

/** Shows an inbox message without a ticket, such as an announcement. */
export function InboxMessage({ ui, id }: UiProps & { id: string }) {
  const { state, text } = ui;
  const message = state.messages?.find((message) => message.id === id);
  return (
    <Frame
      ui={ui}
      title={message?.title ?? text('inbox')}
      detail={message && <Time ui={ui} at={message.createdAt} />}
      hasBack
    >
      <Scroller label={text('message')}>
        {message ? (
          <article class="article">
            <RichText text={message.body} />
          </article>
        ) : (
          <Loading ui={ui} />
        )}
      </Scroller>
    </Frame>
  );
}
