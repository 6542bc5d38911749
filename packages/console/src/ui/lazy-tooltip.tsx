import { type ReactNode, useRef, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';

const TooltipPopup = lazyComponent(async () => (await import('./tooltip-popup.tsx')).TooltipPopup);

interface Props {
  /** Keeps line breaks. */
  readonly label: string;
  /** One element. */
  readonly children: ReactNode;
}

/**
 * Shows a tooltip on hover and keyboard focus, hidden by Escape. Its code loads later: it is 21 KB
 * of JavaScript (gzip).
 */
export function LazyTooltip({ label, children }: Props) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const [isNeeded, setNeeded] = useState(false);
  const [isShown, setShown] = useState(false);
  const show = () => {
    setNeeded(true);
    setShown(true);
  };
  const hide = () => setShown(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes events */}
      <span
        ref={wrapper}
        className="tooltip-target"
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && show()}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={({ target }) => target.matches(':focus-visible') && show()}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {children}
      </span>
      {isNeeded && <TooltipPopup wrapper={wrapper} label={label} opened={isShown} />}
    </>
  );
}
