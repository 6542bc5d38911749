import { Command } from '@commander-js/extra-typings';
import { messageOf } from '@player-support/contract/field-problems';
import { CreateProjectRequest } from '@player-support/contract/team/projects';
import { newProject } from '../domain/project.ts';
import { validator } from '../operations/validation.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store } from '../store/store.ts';
import { presentProject } from '../team/projects/present-project.ts';
import { labelled, print, printTable } from './output.ts';
import { asOperator, withStore } from './with-store.ts';

export const project = new Command('project').description('projects');

const validate = validator(CreateProjectRequest);

project
  .command('create')
  .description('create a project and print its public key')
  .argument('<name>')
  .option('--json', 'print JSON')
  .action(async (name, { json }) => {
    const problems = validate({ name });
    if (problems !== undefined) {
      throw new OperatorError(`the name cannot be used: ${Object.values(problems).flat().map(messageOf).join(' ')}`);
    }
    const row = newProject(name, Date.now());
    const { project_id: id } = row;
    const insert = (store: Store) =>
      asOperator(store, 'CreateProject', async (tx) => [await tx.projects.insert(row), { target: id, projectId: id }]);
    await withStore(insert);
    const project = presentProject(row);
    print(json ? JSON.stringify(project) : `${labelled('id', project.id)}\npublic key: ${project.publicKey}`);
  });

project
  .command('list')
  .description('list all projects')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.projects.list());
    const projects = rows.map(presentProject);
    if (json) print(JSON.stringify(projects));
    else {
      const cells = projects.map(({ id, publicKey, status, name }) => [id, publicKey, status, name]);
      printTable([['ID', 'PUBLIC KEY', 'STATUS', 'NAME'], ...cells]);
    }
  });
