import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { playerKeys } from '../../data/queries/player.ts';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { useFormMutation } from '../../ui/use-form-mutation.ts';

const REASONS = ['lost', 'mistake'] as const;
type Reason = (typeof REASONS)[number];

interface Props {
  readonly path: { readonly playerId: string; readonly installationId: string };
  readonly onClose: () => void;
}

/** Asks why: the finder of a lost device must not get its tickets. */
export function EndLinkDialog({ path, onClose }: Props) {
  const { t } = useText();
  const [reason, setReason] = useState<Reason>('lost');
  const { mutate, error, isPending } = useFormMutation({
    run: () =>
      api.delete('/players/{playerId}/links/{installationId}', {
        path,
        query: { returnTickets: reason === 'mistake' ? 'true' : 'false' },
      }),
    stale: [{ queryKey: playerKeys.all }],
    onDone: onClose,
  });
  return (
    <Dialog title={t('player.links.end.title')} onClose={onClose}>
      <Form error={error} onSubmit={mutate}>
        <Text>{t('player.links.end.text')}</Text>
        <Radio.Group
          label={t('player.links.end.why')}
          value={reason}
          onChange={(value) => setReason(REASONS.find((one) => one === value) ?? reason)}
        >
          <Stack gap="xs" mt="xs">
            {REASONS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`player.links.${value}`)}
                description={t(`player.links.${value}.hint`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormButtons action={t('player.links.end')} destructive pending={isPending} onClose={onClose} focusesCancel />
      </Form>
    </Dialog>
  );
}
