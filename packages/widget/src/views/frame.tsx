import type { ComponentChildren } from 'preact';
import { AlertIcon, BackIcon, CloseIcon, OfflineIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';

/** Shows header, content and fixed bottom. */
export function Frame(
  props: UiProps & {
    title: string;
    /** Below the title. */
    detail?: ComponentChildren;
    hasBack?: boolean;
    children: ComponentChildren;
    footer?: ComponentChildren;
  },
) {
  const { ui } = props;
  const { text, back, close } = ui;
  return (
    <>
      <header class="header" part="header">
        {props.hasBack && (
          <button type="button" class="icon-button" aria-label={text('back')} onClick={back}>
            <BackIcon />
          </button>
        )}
        <div class="heading">
          <h2 class="title" id="title" tabIndex={-1} dir="auto">
            {props.title}
          </h2>
          {props.detail && <div class="detail">{props.detail}</div>}
        </div>
        <button type="button" class="icon-button" aria-label={text('close')} onClick={close}>
          <CloseIcon />
        </button>
      </header>
      <Banner ui={ui} />
      {props.children}
      {props.footer && <footer class="footer">{props.footer}</footer>}
    </>
  );
}

/** Says why nothing new arrives. */
function Banner({ ui }: UiProps) {
  const { state, text } = ui;
  return (
    <div role="status" class="banner-place">
      {state.trouble && (
        <div class="banner" part="banner">
          {state.trouble === 'offline' ? <OfflineIcon /> : <AlertIcon />}
          {text(state.trouble)}
        </div>
      )}
    </div>
  );
}

/**
 * Scrolls, with the keyboard too.
 *
 * @param end what it ends with: when that changes, it scrolls to its end
 */
export function Scroller({ label, end, children }: { label: string; end?: string; children: ComponentChildren }) {
  const follow = (element: HTMLElement | null) => {
    if (element === null || end === undefined || element.dataset.end === end) return;
    element.dataset.end = end;
    element.scrollTop = element.scrollHeight;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it
    <section class="scroller" ref={follow} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Says that something is loading, has failed, or is empty. */
export function Placeholder(props: { title?: string; hint?: string; children?: ComponentChildren }) {
  return (
    <div class="placeholder">
      {props.title && <p class="placeholder-title">{props.title}</p>}
      {props.hint && <p class="muted">{props.hint}</p>}
      {props.children}
    </div>
  );
}

export function Loading({ ui }: UiProps) {
  const { state, model, text } = ui;
  if (state.trouble === undefined) return <Placeholder hint={`${text('loading')} …`} />;
  return (
    <Placeholder title={text('loadFailed')}>
      <button type="button" class="button" onClick={() => void model.refresh()}>
        {text('tryAgain')}
      </button>
    </Placeholder>
  );
}
