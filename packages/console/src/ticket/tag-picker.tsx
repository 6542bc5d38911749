import { Button, Pill } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useLazyPopup } from '../ui/use-lazy-popup.ts';
import classes from './ticket.module.css';

const TagList = lazyComponent(async () => (await import('./tag-list.tsx')).TagList);

interface Props {
  readonly tags: readonly string[];
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onTags: (tags: string[]) => void;
}

/** Shows the tags, and adds or removes them. */
export function TagPicker({ tags, opened, onChange, readOnly, onTags }: Props) {
  const { t } = useText();
  const { trigger, target, isNeeded } = useLazyPopup({ opened, onOpenedChange: onChange, popup: 'listbox' });
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
          {isNeeded && (
            <TagList target={target} opened={opened} onOpenedChange={onChange} tags={tags} onTags={onTags} />
          )}
        </>
      )}
    </>
  );
}
