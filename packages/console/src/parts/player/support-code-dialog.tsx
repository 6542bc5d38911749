import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useText } from '../../i18n/text.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { useFormMutation } from '../../ui/use-form-mutation.ts';

interface Props {
  readonly ticketId: string;
  readonly onClose: () => void;
}

export function SupportCodeDialog({ ticketId, onClose }: Props) {
  const { t } = useText();
  const { mutate, data, error, isPending } = useFormMutation({
    run: () => api.post('/tickets/{ticketId}/support-code', { path: { ticketId } }),
  });
  return (
    <Dialog title={t('player.code.title')} onClose={onClose}>
      {data === undefined ? (
        <Form error={error} onSubmit={mutate}>
          <Text>{t('player.code.text')}</Text>
          <FormButtons action={t('player.code.issue')} pending={isPending} onClose={onClose} focusesCancel />
        </Form>
      ) : (
        <CopyField label={t('player.code')} value={data.code} description={t('player.code.hint')} />
      )}
    </Dialog>
  );
}
