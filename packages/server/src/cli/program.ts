import { Command, type CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { OperatorError } from '../operator-error.ts';
import { createApiKey } from './api-key/create.ts';
import { listApiKeys } from './api-key/list.ts';
import { revokeApiKey } from './api-key/revoke.ts';
import { exportAudit } from './audit/export.ts';
import { backup } from './backup.ts';
import { citusSql } from './citus-sql.ts';
import { copy } from './copy.ts';
import { copyFiles } from './copy-files.ts';
import { doctor } from './doctor.ts';
import { indexMessages } from './index-messages.ts';
import { disableMember } from './member/disable.ts';
import { endTotp } from './member/end-totp.ts';
import { inviteMember } from './member/invite.ts';
import { listMembers } from './member/list.ts';
import { createPasswordLink } from './member/password-link.ts';
import { migrate } from './migrate.ts';
import { createProject } from './project/create.ts';
import { listProjects } from './project/list.ts';
import { resetSecretKey } from './secret-key/reset.ts';
import { rotateSecretKey } from './secret-key/rotate.ts';
import { serveCommand } from './serve.ts';

const NAME = 'player-support';
/** npm does not put `player-support` on the path. */
const COMMAND = 'npm run -s cli --';
const SETTINGS =
  `\nRun the commands in the folder of the project. In the container, \`node packages/server/src/cli.ts\` is in place of ` +
  `\`${COMMAND}\`.\nSettings are environment variables, listed in docs/guide/settings.md. DATABASE_URL names the database.`;

const GROUPS: Readonly<Record<string, { about: string; commands: CommandUnknownOpts[] }>> = {
  project: { about: 'projects', commands: [createProject, listProjects] },
  audit: { about: 'the audit log', commands: [exportAudit] },
  'secret-key': { about: 'the key that encrypts secrets in the database', commands: [rotateSecretKey, resetSecretKey] },
  'api-key': { about: 'team API keys', commands: [createApiKey, listApiKeys, revokeApiKey] },
  member: {
    about: 'members of the team',
    commands: [listMembers, inviteMember, createPasswordLink, endTotp, disableMember],
  },
};

/** Commands throw OperatorError for wrong arguments. */
export function createProgram(): CommandUnknownOpts {
  const program = new Command(NAME).addCommand(serveCommand).addCommand(migrate);
  for (const [name, { about, commands }] of Object.entries(GROUPS)) {
    const group = new Command(name).description(about);
    for (const command of commands) group.addCommand(command);
    program.addCommand(group);
  }
  for (const command of [backup, copy, copyFiles, citusSql, indexMessages, doctor]) program.addCommand(command);
  program
    .hook('preAction', (_program, command) => refuseOptionsAsValues(command))
    .addHelpText('after', SETTINGS)
    // A suggestion would name commands of other groups, whose help lists all.
    .showSuggestionAfterError(false)
    .configureHelp({
      visibleCommands: leaves,
      subcommandTerm: (command) => usage(command).slice(COMMAND.length + 1),
      commandUsage: usage,
    })
    .configureOutput({
      // Errors are thrown (see refuse), so this gets only the help for a missing command.
      writeErr: (text) => process.stdout.write(text),
      outputError: () => {},
    });
  return configured(program);
}

/** Commands below without subcommands. */
function leaves({ commands }: CommandUnknownOpts): CommandUnknownOpts[] {
  return commands.flatMap((command) => (command.commands.length === 0 ? [command] : leaves(command)));
}

function configured(command: CommandUnknownOpts): CommandUnknownOpts {
  for (const child of command.commands) configured(child.copyInheritedSettings(command));
  return command.exitOverride((error) => refuse(error, command));
}

/** For example `npm run -s cli -- project create <name> [--json]`. */
function usage(command: CommandUnknownOpts): string {
  return [
    ...path(command),
    ...command.registeredArguments.map((argument) => `<${argument.name()}>`),
    ...command.options.map(({ flags, mandatory, parseArg }) => {
      if (mandatory) return flags;
      // Only repeatable options have a parser.
      return parseArg === undefined ? `[${flags}]` : `[${flags}]...`;
    }),
    ...(command.commands.length > 0 ? ['<command>'] : []),
  ].join(' ');
}

function path(command: CommandUnknownOpts): string[] {
  return command.parent === null ? [COMMAND] : [...path(command.parent), command.name()];
}

/**
 * Commander reads `--name --role=viewer` as the name `--role=viewer`, and the role's default may
 * allow more. Throws OperatorError for such a value.
 */
function refuseOptionsAsValues(command: CommandUnknownOpts): void {
  for (const option of command.options) {
    const values: unknown[] = [command.getOptionValue(option.attributeName())].flat();
    if (!values.some((value) => typeof value === 'string' && value.startsWith('-'))) continue;
    throw new OperatorError(`the value of ${option.flags} must not begin with "-"; usage: ${usage(command)}`);
  }
}

/** Printed help is no error. Throws OperatorError for other errors of Commander. */
function refuse({ code, message }: CommanderError, command: CommandUnknownOpts): void {
  if (code.startsWith('commander.help')) return;
  // Arguments can be URLs with a password, so the message repeats only the letters that begin a
  // name.
  const reason =
    code === 'commander.excessArguments'
      ? 'too many arguments'
      : message.replace(/^error: /, '').replace(/'([a-z-]*).*'$/s, "'$1'");
  const help = code === 'commander.unknownCommand' ? `; for a list of commands, run "${COMMAND} help"` : '';
  throw new OperatorError(`${reason}; usage: ${usage(command)}${help}`);
}
