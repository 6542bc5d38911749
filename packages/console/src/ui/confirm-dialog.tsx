import { Button, Group, Text } from '@mantine/core';
import { useText } from '../text.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** What will be lost. */
  readonly text: string;
  /** What it does, as the button says it. */
  readonly action: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, text, action, pending, error, onConfirm, onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} onSubmit={onConfirm}>
        <Text className="own-words">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button type="submit" color="red" loading={pending}>
            {action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
