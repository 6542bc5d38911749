import { ENGINE_CLIENTS, engineDriver } from '../helpers/engine-clients.ts';
import { testClient } from '../helpers/test-client.ts';

testClient('the Godot client', () => engineDriver('godot'), ENGINE_CLIENTS.godot);
