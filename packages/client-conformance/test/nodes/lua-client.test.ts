import { ENGINE_CLIENTS, engineDriver } from '../helpers/engine-clients.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the Lua client', () => engineDriver('lua'), ENGINE_CLIENTS.lua);
