// The TypeScript SDK's driver.
import { drive } from './drive.ts';

drive();
