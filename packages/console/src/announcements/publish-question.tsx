import { Stack, Text } from '@mantine/core';
import type { Audience } from '@player-support/contract/team/announcements';
import { useQuery } from '@tanstack/react-query';
import { audienceCountQuery } from '../data/queries/announcements.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { countText } from './count-text.ts';

interface Props {
  readonly title: string;
  readonly project: { readonly id: string; readonly name: string };
  readonly audience: Audience | null;
  readonly isNow: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function PublishQuestion({ title, project, audience, isNow, onConfirm, onClose }: Props) {
  const { t, language } = useText();
  const { data, error } = useQuery(audienceCountQuery(JSON.stringify({ projectId: project.id, audience })));
  return (
    <Dialog title={t(isNow ? 'announcements.ask.now' : 'announcements.ask.later')} onClose={onClose}>
      <Form error={null} onSubmit={onConfirm}>
        <Stack gap="xs" aria-live="polite">
          <Text fw={600} className="user-text">
            {data === undefined
              ? t(error === null ? 'announcements.count.wait' : 'announcements.ask.unknown', {
                  project: isolated(project.name),
                })
              : t('announcements.ask.players', {
                  count: data.players,
                  players: countText(data, t, language),
                  project: isolated(project.name),
                })}
          </Text>
          {data !== undefined && (
            <Text size="sm" c="dimmed">
              {t('announcements.ask.others', { count: data.activeDays })}
            </Text>
          )}
          <Text className="user-text">
            {t(isNow ? 'announcements.ask.text' : 'announcements.ask.later.text', { title: isolated(title) })}
          </Text>
        </Stack>
        <FormButtons
          action={t(isNow ? 'announcements.ask.publish' : 'announcements.ask.schedule')}
          disabled={data === undefined && error === null}
          onClose={onClose}
          focusesCancel
        />
      </Form>
    </Dialog>
  );
}
