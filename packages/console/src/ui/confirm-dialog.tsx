import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormButtons } from './form-dialog.tsx';
import { useFormMutation } from './use-form-mutation.ts';

interface Props extends Pick<ComponentProps<typeof FormButtons>, 'cancel' | 'alternative'> {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly destructive?: boolean;
  readonly pending?: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that is final or has consequences. */
export function ConfirmDialog({
  title,
  text,
  action,
  cancel,
  alternative,
  destructive = true,
  pending = false,
  error = null,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form error={error} onSubmit={onConfirm}>
        <Text className="user-text">{text}</Text>
        <FormButtons
          action={action}
          cancel={cancel}
          alternative={alternative}
          destructive={destructive}
          pending={pending}
          onClose={onClose}
          focusesCancel
        />
      </Form>
    </Dialog>
  );
}

interface ActionProps
  extends Omit<Props, 'pending' | 'error' | 'onConfirm'>,
    Pick<Parameters<typeof useFormMutation>[0], 'run' | 'stale'> {}

/** Closes after success, and shows an error. */
export function ConfirmAction({ run, stale = [], ...dialog }: ActionProps) {
  const { mutate, isPending, error } = useFormMutation({ run, stale, onDone: dialog.onClose });
  return <ConfirmDialog {...dialog} pending={isPending} error={error} onConfirm={mutate} />;
}
