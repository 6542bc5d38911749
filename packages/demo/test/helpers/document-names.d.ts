import type { PlayerSupport, PlayerSupportOptions, Storage } from '@player-support/client';
import type {} from '../../../widget/src/index.ts';

declare global {
  const support: PlayerSupport;
  const options: PlayerSupportOptions;
  const storage: Storage;
  const baseUrl: string;
  const projectPublicKey: string;
  const ticketId: string;
  const badge: HTMLElement;
  function read(key: string): string | null;
  function write(key: string, value: string): void;
  function erase(key: string): void;
}
