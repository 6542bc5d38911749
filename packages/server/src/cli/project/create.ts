import { Command } from '@commander-js/extra-typings';
import { messageOf } from '@player-support/contract/field-problems';
import { CreateProjectRequest } from '@player-support/contract/team/projects';
import { newProject } from '../../domain/project.ts';
import { validator } from '../../operations/validation.ts';
import { OperatorError } from '../../operator-error.ts';
import { presentProject } from '../../team/projects/present-project.ts';
import { asOperator } from '../as-operator.ts';
import { labelled, print } from '../output.ts';
import { withStore } from '../with-store.ts';

const validate = validator(CreateProjectRequest);

export const createProject = new Command('create')
  .description('create a project and print its public key')
  .argument('<name>')
  .option('--json', 'print JSON')
  .action(async (name, { json }) => {
    const problems = validate({ name });
    if (problems !== undefined) {
      throw new OperatorError(`the name cannot be used: ${Object.values(problems).flat().map(messageOf).join(' ')}`);
    }
    const row = newProject(name, Date.now());
    await withStore((store) =>
      asOperator(store, 'CreateProject', async (tx) => {
        const { project_id: id } = row;
        return { result: await tx.projects.insert(row), subject: { target: id, projectId: id } };
      }),
    );
    const project = presentProject(row);
    print(json ? JSON.stringify(project) : `${labelled('id', project.id)}\npublic key: ${project.publicKey}`);
  });
