import { Anchor } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { Mentionable } from '../data/find-mentions.ts';
import { AnchorLink } from '../ui/link.tsx';
import { LogBlock } from './log-block.tsx';
import { messageParts } from './message-parts.ts';
import { type TextPart, textParts, type WebAddress } from './text-parts.ts';
import classes from './ticket.module.css';

interface Props {
  readonly text: string;
  readonly members?: readonly Mentionable[] | undefined;
}

/** Shows plain text with links, ids and logs. */
export const MessageText = memo(function MessageText({ text, members }: Props) {
  return messageParts(text).map((part) =>
    part.kind === 'log' ? (
      <LogBlock key={part.start} lines={part.lines} />
    ) : (
      <p key={part.start} className={classes.text} dir="auto">
        {textParts(part.text, members).map(content)}
      </p>
    ),
  );
});

function content(part: TextPart): ReactNode {
  const key = part.start;
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'ticket':
      return (
        <AnchorLink key={key} to="/tickets/$ticketId" params={{ ticketId: part.text }} dir="ltr" inherit>
          {part.text}
        </AnchorLink>
      );
    case 'player':
      return (
        <AnchorLink key={key} to="/players/$playerId" params={{ playerId: part.text }} dir="ltr" inherit>
          {part.text}
        </AnchorLink>
      );
    case 'mention':
      return (
        <strong key={key} className={classes.mention}>
          {part.text}
        </strong>
      );
    case 'url':
      return <WebLink key={key} {...part.url} />;
  }
}

/** The text is the address, so that it cannot pretend another. */
function WebLink({ href, scheme, host, rest }: WebAddress) {
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      referrerPolicy="no-referrer"
      dir="ltr"
      inherit
    >
      {scheme}
      <span className={classes.host}>{host}</span>
      {rest}
    </Anchor>
  );
}
