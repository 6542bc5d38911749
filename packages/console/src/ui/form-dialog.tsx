import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../i18n/text.ts';
import { Dialog, useLeaveDialog } from './dialog.tsx';
import { DialogFooter } from './dialog-footer.tsx';
import { Form } from './form.tsx';

interface ButtonsProps {
  readonly action: string;
  readonly destructive?: boolean;
  readonly disabled?: boolean;
  readonly pending?: boolean;
  /** The cancel button has the focus first. */
  readonly focusesCancel?: boolean;
  /** Default: Cancel. */
  readonly cancel?: string | undefined;
  /** A button for something else. */
  readonly alternative?: { readonly label: string; readonly onClick: () => void } | undefined;
  readonly onClose: () => void;
}

export function FormButtons(props: ButtonsProps) {
  const {
    action,
    destructive = false,
    disabled = false,
    pending = false,
    focusesCancel,
    cancel,
    alternative,
    onClose,
  } = props;
  const { t } = useText();
  const leaveDialog = useLeaveDialog();
  return (
    <DialogFooter>
      <Button variant="default" onClick={() => leaveDialog(onClose)} data-autofocus={focusesCancel}>
        {cancel ?? t('action.cancel')}
      </Button>
      {alternative !== undefined && (
        <Button variant="default" onClick={alternative.onClick}>
          {alternative.label}
        </Button>
      )}
      <Button type="submit" {...(destructive ? { color: 'red' } : {})} disabled={disabled} loading={pending}>
        {action}
      </Button>
    </DialogFooter>
  );
}

interface Props extends Omit<ComponentProps<typeof Dialog>, 'saved'>, Pick<ButtonsProps, 'action' | 'destructive'> {
  readonly mutation: {
    readonly mutate: () => void;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
  };
}

/** Input counts as saved once the mutation succeeded. */
export function FormDialog({ action, destructive = false, mutation, unsaved = false, children, ...dialog }: Props) {
  return (
    <Dialog {...dialog} unsaved={unsaved && !mutation.isSuccess} saved={mutation.isSuccess}>
      <Form error={mutation.error} onSubmit={mutation.mutate}>
        {children}
        <FormButtons action={action} destructive={destructive} pending={mutation.isPending} onClose={dialog.onClose} />
      </Form>
    </Dialog>
  );
}
