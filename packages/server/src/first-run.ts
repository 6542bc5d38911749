import { newApiKey } from './domain/api-key.ts';
import { newProject } from './domain/project.ts';
import type { Store } from './store/store.ts';

/** What the program prints when it is up. On an empty store it first makes a demo project and a team key. */
export async function firstRun(store: Store, url: string, now: number): Promise<string> {
  const where = `\nPlayer Support is at ${url}\nAPI docs: ${url}/docs\n\n`;
  const [projects, keys] = await Promise.all([store.projects.list(), store.apiKeys.list()]);
  if (projects.length > 0 || keys.length > 0) return where;

  const project = newProject('Demo', now);
  const { key, row } = newApiKey('demo', now);
  const made = await store.transaction(async (tx) => {
    // Of nodes that start together one makes them, and shows the key; the others may still have seen an empty store.
    if (!(await tx.tryLock('first-run')) || (await tx.projects.list()).length > 0) return false;
    await tx.projects.insert(project);
    await tx.apiKeys.insert(row);
    return true;
  });
  if (!made) return where;
  return `${where}Demo project, public key: ${project.public_key}
Team API key, shown only this once: ${key}

The round trip; paste it into another terminal:

  URL=${url}
  PROJECT=${project.public_key}
  TEAM_KEY=${key}
  field() { sed -n "s/.*\\"$1\\":\\"\\([^\\"]*\\)\\".*/\\1/p"; }

  # A game identifies its installation and gets a token.
  TOKEN=$(curl -s $URL/api/v1/player/identify -H 'Content-Type: application/json' \\
    -d "{\\"projectPublicKey\\":\\"$PROJECT\\",\\"installationId\\":\\"my-first-installation\\"}" | field playerAccessToken)

  # The player writes a ticket.
  TICKET=$(curl -s $URL/api/v1/tickets -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -d "{\\"projectPublicKey\\":\\"$PROJECT\\",\\"type\\":\\"bug\\",\\"subject\\":\\"Stuck\\",\\"message\\":\\"I cannot leave level 3.\\"}" | field ticketId)

  # The team finds it in its queue and answers.
  curl -s "$URL/api/v1/team/tickets?view=attention" -H "Authorization: Bearer $TEAM_KEY"; echo
  curl -s $URL/api/v1/team/tickets/$TICKET/replies -H "Authorization: Bearer $TEAM_KEY" \\
    -H 'Content-Type: application/json' -d '{"message":"Jump twice at the door."}'; echo

  # The player's inbox has the answer.
  curl -s "$URL/api/v1/player/inbox?projectPublicKey=$PROJECT" -H "Authorization: Bearer $TOKEN"; echo

`;
}
