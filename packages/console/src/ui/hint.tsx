import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const AnchoredHint = lazyPart(async () => (await import('./anchored-hint.tsx')).AnchoredHint);

interface Props {
  readonly label: string;
  /** One element. */
  readonly children: ReactNode;
}

/** Says more of what is pointed at or has the focus; nothing of it is loaded or drawn before. Escape takes it away. */
export function Hint({ label, children }: Props) {
  const around = useRef<HTMLSpanElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isShown, setShown] = useState(false);
  const show = () => {
    setWanted(true);
    setShown(true);
  };
  const hide = () => setShown(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has no box, what is in it is pointed at */}
      <span
        ref={around}
        className="hint-target"
        onPointerEnter={({ pointerType }) => pointerType !== 'touch' && show()}
        onPointerLeave={hide}
        onPointerDown={hide}
        onFocus={({ target }) => target.matches(':focus-visible') && show()}
        onBlur={hide}
        onKeyDown={({ key }) => key === 'Escape' && hide()}
      >
        {children}
      </span>
      {isWanted && <AnchoredHint around={around} label={label} opened={isShown} />}
    </>
  );
}
