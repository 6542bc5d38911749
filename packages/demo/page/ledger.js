/**
 * @typedef {{ id: string, text: string, isStored: boolean, state: string }} Entry
 * @typedef {{ written: number, stored: number, sent: number, arrived: number, verdict: string, kind: string }} Counts
 */

/**
 * Counts the texts of the player: what the SDK says about them, and what the team API has.
 *
 * @param {(counts: Counts) => void} onChange
 */
export function createLedger(onChange) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  /** @type {readonly string[]} */
  let arrived = [];

  function count() {
    const all = [...entries.values()];
    const sent = all.filter(({ state }) => state === 'sent').length;
    const failed = all.filter(({ state }) => state === 'failed').length;
    /** Texts that are on the server and that this page has seen. */
    const left = [...arrived];
    let here = 0;
    for (const { text } of all) {
      const index = left.indexOf(text);
      if (index < 0) continue;
      left.splice(index, 1);
      here++;
    }
    const twice = left.filter((text) => all.some((entry) => entry.text === text)).length;
    onChange({
      written: all.length,
      stored: all.filter(({ isStored }) => isStored).length,
      sent,
      arrived: here + twice,
      ...verdictOf({ written: all.length, sent, failed, here, twice }),
    });
  }

  return {
    /** @param {Entry} entry */
    add(entry) {
      entries.set(entry.id, entry);
      count();
    },
    /** @param {readonly string[]} texts */
    setArrived(texts) {
      arrived = texts;
      count();
    },
  };
}

/** @param {{ written: number, sent: number, failed: number, here: number, twice: number }} counts */
function verdictOf({ written, sent, failed, here, twice }) {
  if (written === 0) return { kind: '', verdict: 'Write a ticket: the round button in the game.' };
  if (twice > 0) return { kind: 'bad', verdict: `${twice} arrived twice.` };
  if (failed > 0) return { kind: 'bad', verdict: `${failed} refused: the widget shows why.` };
  if (here === written && sent === written)
    return { kind: 'good', verdict: 'Nothing is lost, and nothing is there twice.' };
  const waiting = written - here;
  if (waiting > 0 && sent === written) return { kind: 'waits', verdict: 'All sent. Looking at what arrived.' };
  if (waiting > 0) return { kind: 'waits', verdict: `${waiting} on the way. The SDK keeps trying.` };
  return { kind: 'waits', verdict: 'All arrived. The SDK asks again, because the answer was lost.' };
}
