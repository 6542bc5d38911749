import { step } from './steps.ts';
import { buildWeb } from './web-builds.mjs';

/** Builds the package of the widget: the script, the texts, and declarations, which name the SDK. */

const built =
  buildWeb(process.execPath) &&
  step('build of the client', process.execPath, 'scripts/build-client.ts') &&
  step('declarations of the widget', 'tsc', '-p', 'packages/widget/tsconfig.build.json');
process.exitCode = built ? 0 : 1;
