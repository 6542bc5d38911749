import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import classes from './file-viewer.module.css';
import { type ShownFile, useTicketFiles } from './ticket-files.tsx';

/** Compared with an image that just fits. */
const MIN_ZOOM = 1;
const MAX_ZOOM = 8;
const STEP = 1.25;

/** Zooms by buttons, the wheel, and the keys + - 0. */
export function ImageView({ file }: { readonly file: ShownFile }) {
  const { t, language } = useText();
  const { renew } = useTicketFiles();
  const [zoom, setZoom] = useState(1);
  const [isFailed, setFailed] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const change = (factor: number) => setZoom((now) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, now * factor)));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') change(STEP);
    else if (event.key === '-') change(1 / STEP);
    else if (event.key === '0') setZoom(1);
    else return;
    event.preventDefault();
  });
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    change(event.deltaY < 0 ? STEP : 1 / STEP);
  });
  useEffect(() => {
    const element = area.current;
    addEventListener('keydown', onKey);
    // React's wheel listener is passive: it could not stop the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      removeEventListener('keydown', onKey);
      element?.removeEventListener('wheel', onWheel);
    };
  }, []);
  const fail = async () => {
    if ((await renew(file)) === undefined) setFailed(true);
  };
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(zoom);
  return (
    <>
      <Group gap={4} className={classes.bar}>
        <ActionIcon variant="default" aria-label={t('viewer.zoom-out')} onClick={() => change(1 / STEP)}>
          <IconMinus size={16} />
        </ActionIcon>
        <Text size="sm" className={classes.zoom} role="status" aria-label={t('viewer.zoom', { value: percent })}>
          {percent}
        </Text>
        <ActionIcon variant="default" aria-label={t('viewer.zoom-in')} onClick={() => change(STEP)}>
          <IconPlus size={16} />
        </ActionIcon>
        <Button size="compact-sm" variant="default" onClick={() => setZoom(1)}>
          {t('viewer.fit')}
        </Button>
      </Group>
      {isFailed && (
        <Alert color="red" p="xs" role="alert">
          {t('viewer.failed')}
        </Alert>
      )}
      <section
        ref={area}
        className={classes.area}
        data-zoomed={zoom > 1 || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: for scrolling by keyboard
        tabIndex={0}
        data-autofocus
        aria-label={t('viewer.image')}
        onPointerMove={({ buttons, movementX, movementY, pointerType }) => {
          if (buttons === 1 && pointerType === 'mouse') area.current?.scrollBy(-movementX, -movementY);
        }}
      >
        <img
          src={file.url}
          alt={file.name}
          draggable={false}
          referrerPolicy="no-referrer"
          onLoad={() => setFailed(false)}
          onError={() => void fail()}
          style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
        />
      </section>
    </>
  );
}
