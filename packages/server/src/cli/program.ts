import { Command, type CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readServerConfig } from '../config/config.ts';
import { OperatorError } from '../operator-error.ts';
import { citusStatements } from '../store/postgres/citus.ts';
import { apiKey } from './api-key.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { copy } from './copy.ts';
import { copyFiles } from './copy-files.ts';
import { doctor } from './doctor.ts';
import { indexMessages } from './index-messages.ts';
import { member } from './member.ts';
import { print } from './output.ts';
import { project } from './project.ts';
import { secretKey } from './secret-key.ts';
import { withStore } from './with-store.ts';

const NAME = 'player-support';
/** npm does not put `player-support` on the path. */
const COMMAND = 'npm run -s cli --';
const SETTINGS =
  `\nRun the commands in the folder of the project. In the container, \`node packages/server/src/cli.ts\` is in place of ` +
  `\`${COMMAND}\`.\nSettings are environment variables, listed in docs/guide/settings.md. DATABASE_URL names the database.`;

const serve = new Command('serve').description('serve the APIs until SIGTERM').action(async () => {
  // Other commands start faster without the server's code.
  const { serve } = await import('../serve.ts');
  await serve(readServerConfig(process.env));
});

const migrate = new Command('migrate').description('bring the database up to date').action(async () => {
  const applied = await withStore((store) => store.migrate(), { mayCreate: true, anySchema: true });
  print(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`);
});

const citusSql = new Command('citus-sql')
  .description('print the SQL statements that distribute a migrated schema on Citus')
  .action(() => print(citusStatements().join('\n')));

const GROUPS = [project, audit, secretKey, apiKey, member];
const COMMANDS = [serve, migrate, ...GROUPS, backup, copy, copyFiles, citusSql, indexMessages, doctor];

/** Commands throw OperatorError for wrong arguments. */
export function createProgram(): CommandUnknownOpts {
  const program = new Command(NAME);
  for (const command of COMMANDS) program.addCommand(command);
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
