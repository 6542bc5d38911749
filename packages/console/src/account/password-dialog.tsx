import { Anchor, PasswordInput, Text, TextInput } from '@mantine/core';
import type { PasskeyProof } from '@player-support/contract/team/passkeys';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { passkeysQuery } from '../data/queries/account.ts';
import { askForPasskey } from '../data/session/passkey.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { PasskeyFormDialog } from './passkey-form-dialog.tsx';

export interface OwnProof {
  readonly password: string;
  readonly code?: string;
  readonly passkey?: PasskeyProof;
}

interface Props<Result> {
  readonly title: string;
  readonly text?: string;
  readonly action: string;
  readonly destructive?: boolean;
  /** Accepts a code, but no passkey. */
  readonly codeOnly?: boolean;
  readonly run: (proof: OwnProof) => Promise<Result>;
  readonly stale?: readonly { readonly queryKey: QueryKey }[];
  readonly onDone: (result: Result) => void;
  readonly onClose: () => void;
}

/** Asks for the password, and for a second factor if there is one. */
export function PasswordDialog<Result>(props: Props<Result>) {
  const { title, text, action, destructive = false, codeOnly = false, run, stale = [], onDone, onClose } = props;
  const { t } = useText();
  const { totp: hasCode } = useMember();
  const { data: { passkeys } = { passkeys: [] } } = useQuery(passkeysQuery);
  const [prefersPasskey, setPrefersPasskey] = useState(false);
  const usesPasskey = passkeys.length > 0 && (!hasCode || prefersPasskey);
  const usesCode = hasCode && !usesPasskey;
  const canChoose = hasCode && passkeys.length > 0 && !codeOnly;
  const { values, field } = useFields({ password: '', code: '' });
  const prove = async (): Promise<OwnProof> => ({
    password: values.password,
    ...(usesCode ? { code: values.code } : {}),
    ...(usesPasskey ? { passkey: await askForPasskey() } : {}),
  });
  const mutation = useFormMutation({ run: async () => run(await prove()), stale, onDone });
  const isWrong = (name: string) => fieldError(mutation.error, name) !== undefined;
  return (
    <PasskeyFormDialog title={title} action={action} destructive={destructive} mutation={mutation} onClose={onClose}>
      {text !== undefined && <Text className="user-text">{text}</Text>}
      <PasswordInput
        label={t('label.password')}
        {...field('password')}
        error={isWrong('password') && t('account.password.wrong')}
        autoComplete="current-password"
        maxLength={200}
        required
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
      {usesPasskey && <Text>{t('passkey.first')}</Text>}
      {usesCode && (
        <TextInput
          label={t('sign-in.code')}
          description={t('totp.code.from')}
          {...field('code')}
          error={isWrong('code') && t('totp.code.wrong')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          minLength={6}
          maxLength={40}
          required
        />
      )}
      {canChoose && (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setPrefersPasskey(usesCode)}>
          {t(usesCode ? 'passkey.instead' : 'sign-in.code.use')}
        </Anchor>
      )}
    </PasskeyFormDialog>
  );
}
