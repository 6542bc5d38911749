import type { Locator, Page } from 'playwright-core';

export const queueRows = (page: Page): Locator => page.getByRole('list', { name: /^Tickets/ }).getByRole('listitem');

/** Not by the whole text: a name like "Willow" contains "Low". */
export const queueRow = (page: Page, subject: string): Locator =>
  queueRows(page).filter({ has: page.locator('.queue-row-subject').getByText(subject, { exact: true }) });
