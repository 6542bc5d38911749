import type { Translation } from '../i18n/catalogues.ts';
import type { texts as english } from './texts.en.ts';

export const texts: Translation<typeof english> = {
  'settings.closed.title': 'Diese Seite gehört nicht zu deiner Rolle',
  'settings.closed.text': 'Dafür braucht es die Rolle {role}. Ein Owner oder Admin deines Teams kann sie dir geben.',
  'settings.closed.everywhere':
    'Dafür braucht es die Rolle {role} mit Zugriff auf alle Projekte. Ein Owner kann sie dir geben.',
};
