import { Radio, Stack, TextInput } from '@mantine/core';
import { hasBuild, isBuild } from '@player-support/contract/builds';
import { MAX_SNOOZE_BUILD_LENGTH, MAX_SNOOZE_DAYS } from '@player-support/contract/limits';
import type { PlayerContext } from '@player-support/contract/team/players';
import type { SnoozeRequest } from '@player-support/contract/team/queue';
import { useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { utcToLocal } from '../../lib/local-time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { snoozePresets } from './snooze-presets.ts';
import { clockTime, type ShownSnooze, snoozeText } from './snooze-text.ts';

const DAY_MS = 86_400_000;

const localInput = (at: number) => utcToLocal(new Date(at).toISOString());

interface Props {
  readonly count: number;
  /** What a single snoozed ticket waits for now. */
  readonly current: ShownSnooze | null;
  /** Null in the queue: its rows have no context. */
  readonly context: PlayerContext | null;
  readonly canWake: boolean;
  readonly onSnooze: (snooze: SnoozeRequest | null) => void;
  readonly onClose: () => void;
}

/** Says why tickets cannot wait for this build, if they cannot. */
function problemOfBuild(wanted: string, context: PlayerContext | null) {
  if (!isBuild(wanted)) return 'field.build';
  return context !== null && hasBuild(context, wanted) ? 'snooze.build.reached' : undefined;
}

export function SnoozeDialog({ count, current, context, canWake, onSnooze, onClose }: Props) {
  const { t, language } = useText();
  const [now] = useState(Date.now);
  const presets = snoozePresets(now);
  const [chosen, setChosen] = useState<string>(canWake ? 'wake' : (presets[0]?.id ?? 'reply'));
  const [time, setTime] = useState(localInput(presets.find(({ id }) => id === 'tomorrow')?.at ?? now + DAY_MS));
  const [wanted, setWanted] = useState('');
  const at = new Date(time).getTime();
  const isTime = at > now && at <= now + MAX_SNOOZE_DAYS * DAY_MS;
  const buildProblem = problemOfBuild(wanted, context);
  const isValid = (chosen !== 'time' || isTime) && (chosen !== 'build' || buildProblem === undefined);
  const { appVersion = null, buildNumber = null } = context ?? {};
  // Both, because a whole number is compared with the build number.
  const build =
    appVersion !== null && buildNumber !== null ? `${appVersion} (${buildNumber})` : (appVersion ?? buildNumber);

  const submit = () => {
    if (!isValid) return;
    const preset = presets.find(({ id }) => id === chosen);
    if (preset !== undefined) onSnooze({ until: new Date(preset.at).toISOString() });
    else if (chosen === 'time') onSnooze({ until: new Date(at).toISOString() });
    else if (chosen === 'build') onSnooze({ untilBuild: wanted.trim() });
    else onSnooze(chosen === 'reply' ? { untilReply: true } : null);
    onClose();
  };
  const options = [
    ...(canWake ? [{ id: 'wake', label: t('snooze.wake'), hint: current && snoozeText(current, t, language) }] : []),
    ...presets.map(({ id, at }) => ({ id, label: t(`snooze.${id}`), hint: clockTime(at, language) })),
    { id: 'time', label: t('snooze.time'), hint: null },
    { id: 'reply', label: t('snooze.reply'), hint: null },
    { id: 'build', label: t('snooze.build'), hint: build === null ? null : t('snooze.build.now', { build }) },
  ];
  return (
    <Dialog title={t('snooze.title', { count })} onClose={onClose}>
      <Form error={null} onSubmit={submit}>
        <Radio.Group label={t('snooze.label')} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {options.map(({ id, label, hint }) => (
              <Radio
                key={id}
                value={id}
                label={label}
                description={hint === null ? undefined : <bdi>{hint}</bdi>}
                data-autofocus={id === chosen || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {chosen === 'time' && (
          <TextInput
            type="datetime-local"
            label={t('snooze.time.label')}
            value={time}
            min={localInput(now)}
            max={localInput(now + MAX_SNOOZE_DAYS * DAY_MS)}
            error={isTime ? null : t('snooze.time.wrong', { count: MAX_SNOOZE_DAYS })}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        )}
        {chosen === 'build' && (
          <TextInput
            label={t('snooze.build.label')}
            description={t('snooze.build.text')}
            value={wanted}
            error={wanted.trim() === '' || buildProblem === undefined ? null : t(buildProblem)}
            maxLength={MAX_SNOOZE_BUILD_LENGTH}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        <FormButtons
          action={t(chosen === 'wake' ? 'snooze.wake' : 'snooze.submit')}
          disabled={!isValid}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}
