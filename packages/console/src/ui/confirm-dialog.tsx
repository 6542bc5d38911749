import { Button, Group, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

interface Props {
  readonly title: string;
  /** What will happen. */
  readonly text: string;
  /** The label of the button. */
  readonly action: string;
  /** Whether the button is red. */
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone or has consequences. */
export function ConfirmDialog({ title, text, action, destructive = true, pending, error, onConfirm, onClose }: Props) {
  const { t } = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} onSubmit={onConfirm}>
        <Text className="user-text">{text}</Text>
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
