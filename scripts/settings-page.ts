import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SETTINGS } from '../packages/server/src/config/config.ts';
import { LIMITS, PROJECT_LIMITS } from '../packages/server/src/config/limits.ts';
import { formatPeriod, SETTING_GROUPS, settingsOf } from '../packages/server/src/config/setting.ts';
import { limitsOf } from '../packages/server/src/domain/project.ts';

/** Writes docs/guide/settings.md. `--check` only compares. */

const file = path.resolve(import.meta.dirname, '../docs/guide/settings.md');

function group(title: string): string {
  const rows = settingsOf(SETTINGS)
    .filter(({ group }) => group === title)
    .map(
      ({ name, default: value, values, description }) => `| \`${name}\` | \`${value}\` | ${values} | ${description} |`,
    );
  return `## ${title}

| Variable | Default | Values | What it sets |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** Lists the rate limits that are constants. */
function fixedLimits(): string {
  return Object.values(LIMITS)
    .filter((limit) => !('setting' in limit))
    .map(({ quota, window, description }) => `| ${quota} per ${formatPeriod(window)} | ${description} |`)
    .join('\n');
}

function projectLimits(): string {
  const defaults = limitsOf({ limits: null });
  return Object.entries(PROJECT_LIMITS)
    .map(([name, { counts, window }]) => {
      const quota = defaults[name as keyof typeof defaults];
      return `| \`${name}\` | \`${quota}\` | ${counts}, per ${formatPeriod(window)} |`;
    })
    .join('\n');
}

const page = `<!-- Written by scripts/settings-page.ts from packages/server/src/config/config.ts. Do not edit. -->

# Settings

All settings are environment variables. A variable that is absent or empty has its default. With a value that is not
valid, the server does not start. For a setting of an earlier version it logs a warning, and so does \`doctor\`. What
cannot be set is among the [fixed limits](operate.md#fixed-limits).

${SETTING_GROUPS.map(group).join('\n')}
For each of them, 0 means no limit. Each node counts for itself. These rate limits are fixed:

| Limit | What it counts |
|---|---|
${fixedLimits()}

## Settings of a project

A project has settings of its own: name, status, \`autoCloseDays\`, \`ticketTypes\`, \`limits\` and
\`responseTargets\`, the minutes after which a waiting ticket is due ([defaults](team.md#the-queue)). Change them in
the console, or with \`PATCH /api/v1/team/projects/{projectId}\`. The limits protect a project from
[floods of new players](operate.md#floods). A player is new for 24 hours. 0 means no limit.

| In \`limits\` | Default | What it counts |
|---|---|---|
${projectLimits()}

A ticket type has a \`type\`, which the game sends, a \`label\`, and \`labels\` for languages. Members see the one in the
language of their console, or else \`label\`; players never do. A request replaces the whole list, so it must send all
\`labels\` too. \`{}\` means none.
`;

if (!process.argv.includes('--check')) writeFileSync(file, page);
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/guide/settings.md does not match the settings. Run npm run generate');
  process.exitCode = 1;
}
