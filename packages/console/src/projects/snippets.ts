export interface Game {
  /** Without a slash at the end. */
  readonly url: string;
  readonly publicKey: string;
  /** The type of the first ticket. */
  readonly type: string;
}

export const SNIPPETS = ['widget', 'sdk', 'curl'] as const;
export type Snippet = (typeof SNIPPETS)[number];

/** Code that a game can use as it is. Types can have any characters. */
export const snippets: Readonly<Record<Snippet, (game: Game) => string>> = {
  widget: ({ url, publicKey }) =>
    [
      `<script src="${url}/widget/player-support.js" defer></script>`,
      `<player-support base-url="${url}" project-key="${publicKey}"></player-support>`,
    ].join('\n'),

  sdk: ({ url, publicKey, type }) => `import { createPlayerSupport } from '@player-support/client';

const support = createPlayerSupport({
  baseUrl: '${url}',
  projectPublicKey: '${publicKey}',
});
support.on('message', ({ title, body }) => console.log(title, body));
support.on('error', (error) => console.warn(error));
support.start();
support.tickets.create({ type: ${inCode(type)}, subject: 'Hello', message: 'My first ticket.' }).catch(console.warn);`,

  // zsh, the shell of macOS, takes no comments in pasted lines.
  curl: ({ url, publicKey, type }) => `INSTALLATION=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
TOKEN=$(curl -s ${url}/api/v1/player/identify -H 'Content-Type: application/json' \\
  -d '{"projectPublicKey":"${publicKey}","installationId":"'$INSTALLATION'"}' \\
  | sed -n 's/.*"playerAccessToken":"\\([^"]*\\)".*/\\1/p')
curl -s ${url}/api/v1/tickets -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d ${inShell(JSON.stringify({ projectPublicKey: publicKey, type, subject: 'Hello', message: 'My first ticket.' }))}; echo`,
};

/** Writes a string literal of TypeScript. */
function inCode(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
