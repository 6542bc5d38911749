import { driverOf } from '../helpers/run.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the TypeScript SDK', () => driverOf('driver.ts'));
