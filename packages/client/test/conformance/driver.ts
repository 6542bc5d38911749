// The driver of the TypeScript SDK for the conformance suite.
import { drive } from './drive.ts';

drive();
