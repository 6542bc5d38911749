import { ENGINE_CLIENTS, engineDriver } from '../helpers/engine-clients.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the Python client', () => engineDriver('python'), ENGINE_CLIENTS.python);
