import type { Locator } from 'playwright-core';

/** Returns whether the first is drawn left of the second. A leaked direction mark swaps them. */
export const areInOrder = (element: Locator, first: string, second: string): Promise<boolean> =>
  element.evaluate(
    (root, texts) => {
      const [before, after] = texts.map((text) => {
        const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
          const start = node.nodeValue?.indexOf(text) ?? -1;
          if (start < 0) continue;
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + text.length);
          return range.getBoundingClientRect();
        }
        throw new Error(`no text ${text}`);
      });
      return before !== undefined && after !== undefined && before.right <= after.left + 1;
    },
    [first, second],
  );
