import type { Problem } from '@player-support/client';
import type { TextKey } from '../../texts.ts';
import type { UiProps } from '../../ui/ui.ts';
import { FileIcon } from '../icons.tsx';
import { drawPicture } from '../pictures.ts';

const KILOBYTE = 1000;
const MEGABYTE = 1_000_000;

export function sizeText(bytes: number, locale: string): string {
  const [unit, value] =
    bytes >= MEGABYTE
      ? ['megabyte', bytes / MEGABYTE]
      : bytes >= KILOBYTE
        ? ['kilobyte', bytes / KILOBYTE]
        : ['byte', bytes];
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits }).format(value);
}

const REFUSALS: Readonly<Record<number, TextKey>> = { 413: 'refusedSize', 415: 'refusedKind', 429: 'refusedToday' };

/** Says why a chosen file is missing. */
export function refusalOf({ status, slug }: Problem): TextKey {
  return slug === 'file-lost' ? 'refusedLost' : (REFUSALS[status] ?? 'refusedFile');
}

export const isPicture = (type: string) => /^image\/(png|jpeg|webp|gif)$/.test(type);

export function Preview({ id, load }: { id: string; load?: (() => Promise<Blob>) | undefined }) {
  return (
    <span class="preview">
      <FileIcon />
      {load && <Picture id={id} load={load} isSquare />}
    </span>
  );
}

/**
 * Draws a picture when it is loaded.
 * @param id what it shows
 */
export function Picture({ id, load, isSquare }: { id: string; load(): Promise<Blob>; isSquare?: boolean }) {
  const show = (canvas: HTMLCanvasElement | null) => {
    if (canvas === null || canvas.dataset.shows === id) return;
    canvas.dataset.shows = id;
    drawPicture(canvas, load);
  };
  return <canvas key={id} class={isSquare ? 'square' : 'wide-picture'} ref={show} />;
}

/** Shows the name, the size, and perhaps why it was not sent. */
export function FileText({
  ui,
  name,
  size,
  problem,
}: UiProps & { name: string; size?: number; problem?: string | undefined }) {
  return (
    <span class="file-text">
      <bdi class="file-name">{name}</bdi>
      {problem ? (
        <span class="file-size problem">{problem}</span>
      ) : (
        size !== undefined && <span class="file-size">{sizeText(size, ui.language.tag)}</span>
      )}
    </span>
  );
}
