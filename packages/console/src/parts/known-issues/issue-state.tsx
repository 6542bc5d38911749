import { Badge } from '@mantine/core';
import type { KnownIssueState } from '@player-support/contract/enums';
import { useText } from '../../i18n/text.ts';

export function IssueState({ state }: { readonly state: KnownIssueState }) {
  const { t } = useText();
  return <Badge variant={state === 'closed' ? 'default' : 'light'}>{t(`issue.state.${state}`)}</Badge>;
}
