import { ENGINE_CLIENTS, engineDriver } from '../helpers/engine-clients.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the Unity client', () => engineDriver('unity'), ENGINE_CLIENTS.unity);
