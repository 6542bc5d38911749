import type { ComponentChildren } from 'preact';

function icon(content: ComponentChildren, isMirrored = false) {
  return () => (
    <svg
      class={isMirrored ? 'icon mirrored' : 'icon'}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {content}
    </svg>
  );
}

/** Right-to-left languages mirror icons that point along the text. */
export const BackIcon = icon(<path d="M9.5 3.5 5 8l4.5 4.5" />, true);
export const ForwardIcon = icon(<path d="M6.5 3.5 11 8l-4.5 4.5" />, true);
export const CloseIcon = icon(<path d="m4 4 8 8M12 4l-8 8" />);
export const PlusIcon = icon(<path d="M8 3.5v9M3.5 8h9" />);
export const SendIcon = icon(<path d="M8 12.5v-9M4 7.5l4-4 4 4" />);
export const ClipIcon = icon(
  <path d="m13 7.5-5.2 5.2a3.2 3.2 0 0 1-4.5-4.5L8.8 2.7a2.1 2.1 0 0 1 3 3l-5.3 5.4a1 1 0 0 1-1.5-1.5L9.7 5" />,
);
export const CameraIcon = icon(
  <path d="M2 5.5h2.8L6 3.5h4l1.2 2H14v7H2zM10.2 8.8a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z" />,
);
export const CheckIcon = icon(<path d="m3.5 8.5 3 3 6-7" />);
export const ClockIcon = icon(<path d="M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 5v3.2l2 1.3" />);
export const AlertIcon = icon(<path d="M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 5v3.2M8 11h0" />);
export const ShieldIcon = icon(<path d="M8 1.8 3 3.6v4c0 3 2 5.2 5 6.6 3-1.4 5-3.6 5-6.6v-4z" />);
export const NewsIcon = icon(<path d="M2.5 6.5v3h2l6 3.5V3l-6 3.5zM13 6.5v3" />, true);
export const OfflineIcon = icon(
  <path d="M4.5 12.5H11a3 3 0 0 0 1.5-5.6 4.5 4.5 0 0 0-8.4-1A3.4 3.4 0 0 0 4.5 12.5ZM2 2l12 12" />,
);
export const ReplyIcon = icon(<path d="M6 4 2.5 7.5 6 11M3 7.5h6.5a4 4 0 0 1 4 4v1" />, true);
export const ChatIcon = icon(
  <path d="M13.8 7.6c0 3-2.6 5.3-5.8 5.3-.8 0-1.6-.1-2.3-.4L2.6 13.4l.9-2.5a5 5 0 0 1-1.3-3.3c0-3 2.6-5.3 5.8-5.3s5.8 2.3 5.8 5.3Z" />,
);

/** A ring that fills. */
export function StatusIcon({ status }: { status: string }) {
  const isDone = status === 'resolved' || status === 'closed';
  return (
    <svg
      class={`icon status-${isDone ? status : status === 'pending' ? 'pending' : 'open'}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <circle
        cx="8"
        cy="8"
        r="5.75"
        fill={isDone ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width="1.5"
        stroke-dasharray={status === 'unsent' ? '2 2.2' : undefined}
      />
      {isDone && (
        <path
          class="status-check"
          d="m5.4 8.3 1.8 1.8 3.5-4"
          fill="none"
          stroke-width="1.5"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      )}
      {status === 'open' && <path d="M8 4.75a3.25 3.25 0 0 1 0 6.5z" fill="currentColor" />}
      {status === 'pending' && <circle cx="8" cy="8" r="2.75" fill="currentColor" />}
    </svg>
  );
}
