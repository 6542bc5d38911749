import { Button, Group, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  /** What it does, as the button says it. */
  readonly action: string;
  /** Whether the button is red. */
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back, or that has consequences. */
export function ConfirmDialog({ title, text, action, destructive = true, pending, error, onConfirm, onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} onSubmit={onConfirm}>
        <Text className="own-words">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button type="submit" {...(destructive ? { color: 'red' } : {})} loading={pending}>
            {action}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
