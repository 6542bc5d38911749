import { Paper, Text } from '@mantine/core';
import { chooseText } from '@player-support/contract/notices';
import type { NoticeResponse } from '@player-support/contract/team/notices';
import { api } from '../api/client.ts';
import { noticesQuery } from '../data/queries/notices.ts';
import { localeName } from '../i18n/locale-name.ts';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { NoticePreview } from './notice-preview.tsx';

interface Props {
  readonly project: { readonly id: string; readonly name: string };
  readonly notice: NoticeResponse;
  readonly locale: string;
  readonly onClose: () => void;
}

/** Shows which text replaces the deleted one. */
export function ResetDialog({ project, notice, locale, onClose }: Props) {
  const { t, language } = useText();
  const path = { projectId: project.id, notice: notice.id, locale };
  const reset = useFormMutation({
    run: () => api.delete('/projects/{projectId}/notices/{notice}/{locale}', { path }),
    stale: [noticesQuery(project.id)],
    onDone: onClose,
  });
  const next = chooseText(locale, { ...notice, texts: notice.texts.filter((text) => text.locale !== locale) });
  return (
    <FormDialog
      title={t('notices.reset.ask')}
      action={t('notices.reset')}
      destructive
      mutation={reset}
      onClose={onClose}
    >
      <Text>{t('notices.reset.text', { language: localeName(locale, language) })}</Text>
      <Paper withBorder p="sm">
        <NoticePreview text={next} locale={next.locale} project={project.name} />
      </Paper>
    </FormDialog>
  );
}
