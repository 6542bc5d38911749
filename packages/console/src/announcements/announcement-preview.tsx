import { Input, SimpleGrid, Text } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { textParts } from '../../../widget/src/text-parts.ts';
import { useText } from '../i18n/text.ts';
import styles from './announcement-preview.module.css';

interface Props {
  readonly title: string;
  readonly body: string;
  /** The shown language has no text of its own. */
  readonly isOther: boolean;
}

/** Shows an announcement as the widget does in a game: its inbox row, and opened. */
export function AnnouncementPreview({ title, body, isOther }: Props) {
  const { t } = useText();
  return (
    <Input.Wrapper label={t('announcements.preview')} labelElement="div">
      {isOther && (
        <Text size="sm" c="dimmed">
          {t('announcements.preview.other')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt={4}>
        {(['light', 'dark'] as const).map((theme) => (
          // A group, so that a screen reader says which of the two it reads.
          <section
            key={theme}
            className={`${styles.root} ${styles[theme]}`}
            aria-label={t(`announcements.preview.${theme}`)}
          >
            <div className={styles.row}>
              <IconNews size={16} aria-hidden />
              <span className={styles.title} dir="auto">
                {title}
              </span>
              <span className={styles.time}>{t('announcements.preview.now')}</span>
              <span className={styles.line} dir="auto">
                {body}
              </span>
            </div>
            <div className={styles.text} dir="auto">
              {textParts(body).map(({ text, url }, at) =>
                url === undefined ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
                  <a key={at} href={url} target="_blank" rel="noopener noreferrer nofollow">
                    {text}
                  </a>
                ),
              )}
            </div>
          </section>
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
}
