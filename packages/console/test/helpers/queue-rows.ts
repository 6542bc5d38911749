import type { Locator, Page } from 'playwright-core';

/** Finds the queue's rows on the screen. */
export const queueRows = (page: Page): Locator => page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');

/**
 * The row's whole text is no key: names from player IDs, such as "Willow", can contain a subject
 * like "Low".
 */
export const queueRow = (page: Page, subject: string): Locator =>
  queueRows(page).filter({ has: page.locator('.queue-row-subject').getByText(subject, { exact: true }) });
