import { Text } from '@mantine/core';
import { MAX_TEAM_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@player-support/contract/limits';
import { fillNotice, type NoticeText } from '@player-support/contract/notices';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly text: NoticeText;
  readonly locale: string;
  readonly project: string;
}

/** Shows the notice with an example ticket's subject. */
export function NoticePreview({ text: { title, body }, locale, project }: Props) {
  const { t } = useText();
  const values = {
    'ticket.subject': t('notices.example.subject'),
    'merged.subject': t('notices.example.merged'),
    'project.name': project,
    'fix.build': '2.4.2',
    'issue.note': t('notices.example.note'),
  };
  return (
    <div lang={locale}>
      <Text size="sm" fw={600} className="user-text" dir="auto">
        {fillNotice(title, values, MAX_TITLE_LENGTH)}
      </Text>
      <Text size="sm" className="user-text" dir="auto">
        {fillNotice(body, values, MAX_TEAM_TEXT_LENGTH)}
      </Text>
    </div>
  );
}
