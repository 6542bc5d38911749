import type { Locator, Page } from 'playwright-core';

/** The rows of the queue that are on the screen. */
export const queueRows = (page: Page): Locator => page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');

/**
 * The row with this subject. The text of the whole row is not enough: it has a name that is made
 * from the player ID, such as "Willow", and a subject can be "Low".
 */
export const queueRow = (page: Page, subject: string): Locator =>
  queueRows(page).filter({ has: page.locator('.queue-row-subject').getByText(subject, { exact: true }) });
