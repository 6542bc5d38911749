import { ENGINE_CLIENTS, engineDriver } from '../helpers/engine-clients.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the C++ client', () => engineDriver('cpp'), ENGINE_CLIENTS.cpp);
