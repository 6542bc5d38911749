import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react';

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes pasted or dropped files. A file dropped beside it does nothing: the browser would open it.
 * `onFiles` undefined: takes none.
 */
export function useTakeFiles(onFiles: ((files: readonly File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', ignore);
    addEventListener('drop', ignore);
    return () => {
      removeEventListener('dragover', ignore);
      removeEventListener('drop', ignore);
    };
  }, []);
  const handlers = onFiles && {
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData;
      // Text copied from a document also has a picture of it.
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      onFiles([...files]);
    },
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isOver, handlers };
}
