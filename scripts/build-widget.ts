import { step } from './steps.ts';
import { buildWeb } from './web-builds.mjs';

/** The widget's package: script, texts, and declarations, which name the SDK. */

const built =
  buildWeb(process.execPath) &&
  step('build of the client', process.execPath, 'scripts/build-client.ts') &&
  step('declarations of the widget', 'tsc', '-p', 'packages/widget/tsconfig.build.json');
process.exitCode = built ? 0 : 1;
