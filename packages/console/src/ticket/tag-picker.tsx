import { Button, Pill } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useTrigger } from '../ui/use-trigger.ts';
import classes from './ticket.module.css';

const TagList = lazyPart(async () => (await import('./tag-list.tsx')).TagList);

interface Props {
  readonly tags: readonly string[];
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onTags: (tags: string[]) => void;
}

/** The tags; and a list to put others on and take them off, of those in use or new ones. */
export function TagPicker({ tags, opened, onChange, readOnly, onTags }: Props) {
  const { t } = useText();
  const { trigger, anchor, isWanted } = useTrigger({ opened, onOpened: onChange, popup: 'listbox' });
  return (
    <>
      {tags.map((tag) => (
        <Pill key={tag} size="sm" maw="14rem" title={tag} className={classes.tag}>
          {tag}
        </Pill>
      ))}
      {!readOnly && (
        <>
          <Button
            {...trigger}
            variant="default"
            size="compact-sm"
            fw={500}
            px={6}
            aria-label={t('ticket.tags.edit', { value: tags.join(', ') })}
          >
            <IconTag size={16} aria-hidden />
          </Button>
          {isWanted && <TagList anchor={anchor} opened={opened} onOpened={onChange} tags={tags} onTags={onTags} />}
        </>
      )}
    </>
  );
}
