import { textParts } from '../text-parts.ts';

/** Shows a text as text nodes and links, never HTML. */
export function RichText({ text }: { text: string }) {
  return (
    <div class="text" dir="auto">
      {textParts(text).map(({ text, url }) =>
        url === undefined ? (
          text
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ),
      )}
    </div>
  );
}
