import { Button } from '@mantine/core';
import { keepPageAfterSignIn } from '../data/session/page-after-sign-in.ts';
import { useText } from '../i18n/text.ts';
import { isPlainHttp } from './plain-http.tsx';

const START = '/api/v1/team/oidc/start';

interface Props {
  readonly name: string;
  /** The page to open after sign-in. */
  readonly from?: string | undefined;
}

export function ProviderButton({ name, from }: Props) {
  const { t } = useText();
  const isClosed = isPlainHttp();
  return (
    <Button
      component="a"
      {...(isClosed ? { 'data-disabled': true, 'aria-disabled': true } : { href: START })}
      onClick={() => keepPageAfterSignIn(from)}
    >
      {t('sign-in.with', { name })}
    </Button>
  );
}
