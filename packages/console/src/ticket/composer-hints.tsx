import { Alert, Button, Text } from '@mantine/core';
import type { TeamMessageResponse, TeamTicketResponse } from '@player-support/contract/team/tickets';
import { inBraces, unfilledVariables, type VariableValues } from '@player-support/contract/variables';
import type { Failure } from '../data/outbox/drafts.ts';
import { useText } from '../i18n/text.ts';
import { fieldText } from '../ui/field-text.ts';
import { isolated } from '../ui/isolated.ts';
import { authorName } from './author-name.ts';

interface Props {
  readonly text: string;
  readonly player: TeamTicketResponse['player'];
  readonly values: VariableValues;
  /** Messages of others since the member began to write. */
  readonly newer: readonly TeamMessageResponse[];
  readonly failure: Failure | undefined;
  /** The text was written as a note. */
  readonly wasNote: boolean;
  readonly isClosed: boolean;
  readonly onFill: () => void;
}

/** Shows new messages, unfilled variables, a closed ticket. */
export function ComposerHints({ text, player, values, newer, failure, wasNote, isClosed, onFill }: Props) {
  const { t } = useText();
  const { unknown, missing, fillable } = unfilledVariables(text, values);
  const newest = newer.at(-1);
  return (
    <div role="status">
      {failure !== undefined && newest === undefined && (
        <Alert color="red" p="xs">
          {t('composer.failed', { reason: fieldText({ ...failure.problem, message: failure.text }, t) })}
        </Alert>
      )}
      {newest !== undefined && (
        <Text size="xs" fw={600}>
          {t('warning.changed.live', { name: isolated(authorName(newest, player, t)) })}
        </Text>
      )}
      {wasNote && (
        <Text size="xs" fw={600}>
          {t('composer.was-note')}
        </Text>
      )}
      {isClosed && (
        <Text size="xs" c="dimmed">
          {t('composer.closed')}
        </Text>
      )}
      {missing.length > 0 && <Text size="xs">{t('composer.missing', { names: inBraces(missing) })}</Text>}
      {unknown.length > 0 && <Text size="xs">{t('macros.unknown', { names: inBraces(unknown) })}</Text>}
      {fillable.length > 0 && (
        <Button size="compact-xs" mih={24} variant="default" onClick={onFill}>
          {t('composer.fill', { names: inBraces(fillable) })}
        </Button>
      )}
    </div>
  );
}
