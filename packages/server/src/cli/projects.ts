import { CreateProjectRequest } from '@player-support/contract/team/projects';
import { newProject } from '../domain/project.ts';
import { validator } from '../http/validation.ts';
import { OperatorError } from '../operator-error.ts';
import { presentProject } from '../team/projects/present-project.ts';
import { type Command, table, withStore } from './command.ts';

const validName = validator(CreateProjectRequest);

export const createProject: Command = {
  usage: 'project create <name> [--json]',
  about: 'create a project and print its public key',
  options: { json: { type: 'boolean' } },
  async run(invocation) {
    const [name = ''] = invocation.positionals;
    const errors = validName({ name });
    if (errors !== undefined)
      throw new OperatorError(`the name cannot be used: ${Object.values(errors).flat().join(' ')}`);
    const project = newProject(name, Date.now());
    await withStore(invocation, (store) => store.projects.insert(project));
    const shown = presentProject(project);
    invocation.print(invocation.values.json ? JSON.stringify(shown) : `${shown.id}\npublic key: ${shown.publicKey}`);
    return 0;
  },
};

export const listProjects: Command = {
  usage: 'project list [--json]',
  about: 'list all projects',
  options: { json: { type: 'boolean' } },
  async run(invocation) {
    const rows = await withStore(invocation, (store) => store.projects.list());
    const projects = rows.map(presentProject);
    if (invocation.values.json) invocation.print(JSON.stringify(projects));
    else {
      const lines = projects.map(({ id, publicKey, status, name }) => [id, publicKey, status, name]);
      invocation.print(table([['ID', 'PUBLIC KEY', 'STATUS', 'NAME'], ...lines]));
    }
    return 0;
  },
};
