import { ActionIcon, Alert, Button, Group, Loader, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import classes from './file-viewer.module.css';
import { linesWith, type ReadText, readText } from './read-text.ts';
import { type ShownFile, useTicketFiles } from './ticket-files.tsx';

const LINE_HEIGHT = 20;

/** Shows a text with line numbers and a search. */
export function TextView({ file }: { readonly file: ShownFile }) {
  const { t } = useText();
  const { text, isFailed, retry } = useFileText(file);
  const [query, setQuery] = useState('');
  const searched = useDeferredValue(query);
  const lines = text?.lines ?? [];
  const found = useMemo(() => linesWith(text?.lines ?? [], searched), [text, searched]);
  const [current, setCurrent] = useState(0);
  const area = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => area.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  const line = found[current];
  useEffect(() => {
    if (line !== undefined) rows.scrollToIndex(line, { align: 'center' });
  }, [line, rows]);
  const go = (step: number) => found.length > 0 && setCurrent((now) => (now + step + found.length) % found.length);
  return (
    <>
      <Group gap="xs" className={classes.bar}>
        <TextInput
          size="xs"
          data-autofocus
          aria-label={t('viewer.search')}
          placeholder={t('viewer.search')}
          value={query}
          maxLength={200}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setCurrent(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            go(event.shiftKey ? -1 : 1);
          }}
        />
        <ActionIcon
          variant="default"
          aria-label={t('viewer.search.previous')}
          disabled={found.length === 0}
          onClick={() => go(-1)}
        >
          <IconArrowUp size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('viewer.search.next')}
          disabled={found.length === 0}
          onClick={() => go(1)}
        >
          <IconArrowDown size={16} />
        </ActionIcon>
        <Text size="sm" c="dimmed" role="status">
          {searched !== '' &&
            (line === undefined
              ? t('viewer.search.none')
              : t('viewer.search.position', { position: current + 1, count: found.length }))}
        </Text>
      </Group>
      {text?.isCut && (
        <Text size="sm" fw={600}>
          {t('viewer.cut')}
        </Text>
      )}
      {isFailed && (
        <Alert color="red" p="xs" role="alert">
          <Group gap="xs">
            {t('viewer.failed')}
            <Button size="compact-sm" variant="default" onClick={retry}>
              {t('viewer.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {text === undefined && !isFailed && <Loader size="sm" aria-label={t('loading.label')} role="status" />}
      <section
        ref={area}
        className={classes.lines}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard
        tabIndex={0}
        aria-label={t('viewer.text')}
      >
        <div style={{ height: rows.getTotalSize() }} className={classes.all}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              className={classes.line}
              data-current={index === line || undefined}
              style={{ transform: `translateY(${start}px)`, height: LINE_HEIGHT }}
            >
              <span className={classes.number}>{index + 1}</span>
              <bdi>
                <Marked text={lines[index] ?? ''} query={searched} />
              </bdi>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}

/** Reads the text. If the URL has expired, the ticket is loaded again once. */
function useFileText(file: ShownFile) {
  const { renew } = useTicketFiles();
  const { url } = file;
  const [text, setText] = useState<ReadText>();
  const [isFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isRead = text !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` reads it again
  useEffect(() => {
    // A renewed URL has the same text.
    if (isRead) return;
    const reading = new AbortController();
    const { signal } = reading;
    const fail = () => signal.aborted || setFailed(true);
    setFailed(false);
    readText(url, signal)
      .then(async (read) => {
        if (read !== undefined) setText(read);
        // A new URL runs this effect again.
        else if ((await renew({ ...file, url })) === undefined) fail();
      })
      .catch(fail);
    return () => reading.abort();
  }, [url, attempt, isRead]);
  return { text, isFailed, retry: () => setAttempt((now) => now + 1) };
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (at < 0) return text;
  const end = at + query.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
