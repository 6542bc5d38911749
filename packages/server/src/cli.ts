#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createKey, listKeys, revokeKey } from './cli/api-keys.ts';
import { backup } from './cli/backup.ts';
import type { Command } from './cli/command.ts';
import { copy } from './cli/copy.ts';
import { doctor } from './cli/doctor.ts';
import { disableMember, endSecondFactor, inviteMember, linkForPassword, listMembers } from './cli/members.ts';
import { migrate } from './cli/migrate.ts';
import { createProject, listProjects } from './cli/projects.ts';
import { run } from './cli/run-program.ts';
import { readConfig } from './config.ts';
import { OperatorError } from './operator-error.ts';
import { serve } from './serve.ts';

const serveCommand: Command = {
  usage: 'serve',
  about: 'serve the APIs until SIGTERM',
  async run({ config }) {
    await serve(config);
    return 0;
  },
};

const COMMANDS: readonly Command[] = [
  serveCommand,
  migrate,
  createProject,
  listProjects,
  createKey,
  listKeys,
  revokeKey,
  listMembers,
  inviteMember,
  linkForPassword,
  endSecondFactor,
  disableMember,
  backup,
  copy,
  doctor,
];

/** The words of a usage line that are the command's name. */
function words({ usage }: Command): string[] {
  return (/^[a-z -]+?(?= *(?:[<[]|--|$))/.exec(usage)?.[0] ?? usage).split(' ');
}

function help(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const lines = COMMANDS.map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`);
  return `player-support <command>\n\n${lines.join('\n')}\n\nSettings are environment variables; see the README. DATABASE_URL says which store.\n`;
}

await run(async () => {
  const args = process.argv.slice(2);
  if (args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '')) {
    process.stdout.write(help());
    return args.length === 0 ? 1 : 0;
  }
  const command = COMMANDS.find((one) => words(one).every((word, index) => args[index] === word));
  if (command === undefined) throw new OperatorError(`unknown command ${JSON.stringify(args.join(' '))}; try --help`);
  const { positionals, values } = parse(command, args.slice(words(command).length));
  const print = (text: string) => process.stdout.write(`${text}\n`);
  return command.run({ config: readConfig(process.env), positionals, values, print });
});

function parse({ usage, options = {} }: Command, args: string[]) {
  const wanted = usage.match(/<[\w-]+>/g)?.length ?? 0;
  const named = Object.keys(options).filter((name) => usage.includes(`--${name} <`)).length;
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true });
    if (parsed.positionals.length === wanted - named) return parsed as { positionals: string[]; values: object };
  } catch {
    // Said below, with the usage.
  }
  throw new OperatorError(`usage: player-support ${usage}`);
}
