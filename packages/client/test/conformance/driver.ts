import { drive } from './drive.ts';

drive();
