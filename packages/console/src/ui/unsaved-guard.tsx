import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { dropHeldKeys, holdKeys } from './held-keys.ts';
import { lazyComponent } from './lazy-component.tsx';
import { answerLeave, isAnythingUnsaved, leave, leaveQuestion, unsavedSources } from './unsaved.ts';

const LeaveQuestion = lazyComponent(async () => (await import('./leave-question.tsx')).LeaveQuestion);

export function UnsavedGuard() {
  const { history } = useRouter();
  const hasSources = useSyncExternalStore(unsavedSources.subscribe, unsavedSources.areThereAny);
  const isAsking = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.get) !== undefined;
  // Later keys are not for the form below.
  useLayoutEffect(() => {
    if (isAsking) holdKeys();
  }, [isAsking]);
  // The session has ended, so the question needs no response.
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
        // Blocked at once, and repeated after the response. A waiting blocker would leave the other
        // page's address, and a second Back would find it.
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
