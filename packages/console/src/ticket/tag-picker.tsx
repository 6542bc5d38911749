import { Button, Pill } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useLazyPopup } from '../ui/use-lazy-popup.ts';
import classes from './ticket.module.css';

const TagList = lazyComponent(async () => (await import('./tag-list.tsx')).TagList);

/** The list has the other tags, so that the properties stay in line. */
const MAX_SHOWN = 3;

interface Props {
  readonly tags: readonly string[];
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onTags: (tags: string[]) => void;
}

/** A viewer can open the list too. */
export function TagPicker({ tags, opened, onChange, readOnly, onTags }: Props) {
  const { t } = useText();
  const { trigger, target, isNeeded } = useLazyPopup({ opened, onOpenedChange: onChange, popup: 'listbox' });
  return (
    <>
      {tags.length > 0 && (
        <span className={classes.tags}>
          {tags.slice(0, MAX_SHOWN).map((tag) => (
            <Pill key={tag} size="sm" maw="9rem" title={tag} className={classes.tag}>
              {tag}
            </Pill>
          ))}
        </span>
      )}
      {(!readOnly || tags.length > 0) && (
        <>
          <Button
            {...trigger}
            variant="default"
            size="compact-sm"
            fw={500}
            px={6}
            aria-label={t('ticket.tags.edit', { value: tags.join(', ') })}
            title={tags.join(', ')}
          >
            <IconTag size={16} aria-hidden />
            {/* Shows the number, as some tags may have no room. The label names all. */}
            {tags.length > 0 && <span className={classes.count} data-number={tags.length} />}
          </Button>
          {isNeeded && (
            <TagList
              target={target}
              opened={opened}
              onOpenedChange={onChange}
              tags={tags}
              onTags={readOnly ? undefined : onTags}
            />
          )}
        </>
      )}
    </>
  );
}
