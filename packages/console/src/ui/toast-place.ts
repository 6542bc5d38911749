import { useLayoutEffect, useState } from 'react';

/** Kept free for toasts. */
const TOAST_PLACE = 'toast-place';
const MAX_WIDTH = 608;

/** Narrower windows use all between the menu and the account. */
const PHONE_WIDTH = 480;
const MENU_WIDTH = 46;
const ACCOUNT_WIDTH = 52;

interface Place {
  readonly left: number;
  readonly width: number;
}

/** Returns the toasts' place in pixels of the window. Undefined: no header. */
export function useToastPlace(count: number): Place | undefined {
  const [place, setPlace] = useState<Place>();
  const isShown = count > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next toast can be on another page
  useLayoutEffect(() => {
    if (!isShown) return;
    // On a phone the name of the console makes room.
    document.documentElement.toggleAttribute('data-toasts', true);
    const measure = () => {
      if (innerWidth <= PHONE_WIDTH) {
        setPlace({ left: MENU_WIDTH, width: innerWidth - MENU_WIDTH - ACCOUNT_WIDTH });
        return;
      }
      const box = document.getElementById(TOAST_PLACE)?.getBoundingClientRect();
      const width = Math.min(MAX_WIDTH, box?.width ?? 0);
      setPlace(box && { left: box.left + (box.width - width) / 2, width });
    };
    measure();
    const observer = new ResizeObserver(measure);
    const element = document.getElementById(TOAST_PLACE);
    if (element !== null) observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
      document.documentElement.toggleAttribute('data-toasts', false);
    };
  }, [isShown, count]);
  return place;
}
