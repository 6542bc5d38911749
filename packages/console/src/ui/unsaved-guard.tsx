import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { dropHeldKeys, holdKeys } from './held-keys.ts';
import { lazyComponent } from './lazy-component.tsx';
import { answerLeave, isAnythingUnsaved, leave, leaveQuestion, unsavedSources } from './unsaved.ts';

const LeaveQuestion = lazyComponent(async () => (await import('./leave-question.tsx')).LeaveQuestion);

/** Asks before a navigation that would lose input, and shows the question. */
export function UnsavedGuard() {
  const { history } = useRouter();
  const hasSources = useSyncExternalStore(unsavedSources.subscribe, unsavedSources.areThereAny);
  const isAsking = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.get) !== undefined;
  // What the member types next is not for the form below.
  useLayoutEffect(() => {
    if (isAsking) holdKeys();
  }, [isAsking]);
  // The session has ended: the question has no answer any more.
  useEffect(
    () => () => {
      answerLeave('stay');
      dropHeldKeys();
    },
    [],
  );
  useEffect(() => {
    if (!hasSources) return;
    return history.block({
      enableBeforeUnload: isAnythingUnsaved,
      blockerFn: async ({ action, currentLocation, nextLocation }) => {
        if (!isAnythingUnsaved()) return false;
        // It is blocked at once, and repeated after the answer. A blocker that waits would leave
        // the address of the other page, and a second step back would find it there.
        leave(() => {
          const options = { ignoreBlocker: true };
          const { href, state } = nextLocation;
          if (action === 'PUSH') history.push(href, state, options);
          else if (action === 'REPLACE') history.replace(href, state, options);
          else history.go(state.__TSR_index - currentLocation.state.__TSR_index, options);
        });
        return true;
      },
    });
  }, [history, hasSources]);
  return isAsking && <LeaveQuestion />;
}
