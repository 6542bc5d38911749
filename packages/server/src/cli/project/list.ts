import { Command } from '@commander-js/extra-typings';
import { presentProject } from '../../team/projects/present-project.ts';
import { print, printTable } from '../output.ts';
import { withStore } from '../with-store.ts';

export const listProjects = new Command('list')
  .description('list all projects')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.projects.list(), { mustExist: true });
    const projects = rows.map(presentProject);
    if (json) print(JSON.stringify(projects));
    else {
      const cells = projects.map(({ id, publicKey, status, name }) => [id, publicKey, status, name]);
      printTable([['ID', 'PUBLIC KEY', 'STATUS', 'NAME'], ...cells]);
    }
  });
